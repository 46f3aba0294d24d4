import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement, ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { queries } from '@/providers/app-providers'
import { BrandProvider } from '@/providers/brand-provider'
import { system } from '@/theme/system'

const Providers = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ ...queries, provider: () => new Map(), dedupingInterval: 0 }}>
    <ChakraProvider value={system}>
      <BrandProvider>{children}</BrandProvider>
    </ChakraProvider>
  </SWRConfig>
)

/** Renders under the app's providers with an empty cache, and gives a user to act with. */
export const setup = (ui: ReactElement) => ({ user: userEvent.setup(), ...render(ui, { wrapper: Providers }) })
