import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { SWRConfig } from 'swr'
import { queries } from '@/providers/app-providers'
import { BrandProvider } from '@/providers/brand-provider'
import { system } from '@/theme/system'

/** Renders under the app's providers with an empty cache, and gives a user to act with. */
export function setup(ui: ReactElement) {
  const user = userEvent.setup()
  const view = render(
    <SWRConfig value={{ ...queries, provider: () => new Map(), dedupingInterval: 0 }}>
      <ChakraProvider value={system}>
        <BrandProvider>{ui}</BrandProvider>
      </ChakraProvider>
    </SWRConfig>,
  )
  return { user, ...view }
}
