import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { act, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { store } from '@/lib/storage'
import { serve } from '@/testing/server'
import { system } from '@/theme/system'
import { FlightPage } from './flight-page'

vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(),
  usePathname: () => '/flight/off_1',
  useRouter: () => ({ push: vi.fn(), replace: vi.fn() }),
}))

const page = (
  <ChakraProvider value={system}>
    <FlightPage />
  </ChakraProvider>
)

test('a browser that knows its last search hydrates the exported page, then leads back to that search', async () => {
  serve({ 'GET /api/flights/offer/off_1': () => new Promise<never>(() => undefined) })
  window.scrollTo = vi.fn()
  const root = document.createElement('div')
  document.body.append(root)
  root.innerHTML = renderToString(page)
  store('localStorage', 'lastSearchParams', { origin: 'JFK', destination: 'LHR' })
  const complaints = vi.spyOn(console, 'error')

  const mounted = await act(async () => hydrateRoot(root, page, { onRecoverableError: complaints }))

  expect(complaints).not.toHaveBeenCalled()
  expect(screen.getByRole('link', { name: 'Back to Search Results' })).toHaveAttribute(
    'href',
    '/search?origin=JFK&destination=LHR',
  )
  act(() => mounted.unmount())
  root.remove()
})
