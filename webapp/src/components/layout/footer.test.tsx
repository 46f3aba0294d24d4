import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { BrandProvider } from '@/providers/brand-provider'
import { setup } from '@/testing/render'
import { system } from '@/theme/system'
import { Footer } from './footer'

vi.mock('next/navigation', () => ({ usePathname: () => '/', useRouter: () => ({}) }))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test('the footer is exported with the year of the export, and shows the reader their own', async () => {
  vi.stubEnv('BUILD_YEAR', '2030')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-01T00:00:00Z') })

  const exported = renderToString(
    <ChakraProvider value={system}>
      <BrandProvider>
        <Footer />
      </BrandProvider>
    </ChakraProvider>,
  )
  expect(exported.replaceAll(/<!--.*?-->/g, '')).toContain('© 2030')

  setup(<Footer />)
  expect(await screen.findByText(/^© 2031/)).toBeVisible()
})
