import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BrandProvider } from '@/providers/brand-provider'
import { carrier, offer, place, segment, slice, sliceBy } from '@/testing/offers'
import { setup } from '@/testing/render'
import { system } from '@/theme/system'
import { SearchResults } from './results'

const SEARCH = 'origin=JFK&destination=LHR&departureDate=2027-03-05&returnDate=2027-03-12&adults=2&children=1&infants=1'
vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(SEARCH),
  usePathname: () => '/search',
  useRouter: () => ({ push: vi.fn(), replace: vi.fn() }),
}))

const fetch = vi.fn()
const answer = (...offers: object[]) =>
  fetch.mockImplementation(async () => Response.json({ offers, total_count: offers.length, notice: null }))
const searches = () => fetch.mock.calls.filter(([path]) => String(path).includes('/flights/search')).length

beforeEach(() => {
  fetch.mockReset()
  vi.stubGlobal('fetch', fetch)
})
afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000

/** The site, which stays while its pages come and go. */
const Site = ({ children }: { children?: ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map(), revalidateOnFocus: false }}>
    <ChakraProvider value={system}>
      <BrandProvider>{children}</BrandProvider>
    </ChakraProvider>
  </SWRConfig>
)

test('s079 c016 results are fresh for five minutes, shown for ten, and not asked for again on focus', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answer(offer())
  const { rerender } = render(<Site />)
  const open = () =>
    rerender(
      <Site>
        <SearchResults />
      </Site>,
    )
  const leaveFor = async (minutes: number) => {
    rerender(<Site />)
    await vi.advanceTimersByTimeAsync(minutes * MINUTE)
  }
  open()
  await screen.findByRole('article')
  window.dispatchEvent(new Event('focus'))

  await leaveFor(4)
  open()
  expect(screen.getByRole('article')).toBeVisible()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(searches()).toBe(1)

  await leaveFor(2)
  open()
  expect(screen.getByRole('article')).toBeVisible()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(searches()).toBe(2)

  await leaveFor(11)
  open()
  expect(screen.queryByRole('article')).toBeNull()
  await screen.findByRole('article')
  expect(searches()).toBe(3)
})

test('s065 s067 the search is repeated, and a card names both directions and several airlines as such', async () => {
  const back = slice({
    id: 'sli_2',
    origin: place('LHR'),
    destination: place('JFK'),
    segments: [segment({ marketing_carrier: carrier('DL', 'Delta Air Lines') })],
  })
  answer(offer({ slices: [slice(), back] }))
  setup(<SearchResults />)
  const card = await screen.findByRole('article')

  expect(card).toHaveAccessibleName(/^Multiple Airlines/)
  expect(card).toHaveTextContent(/Outbound: British Airways.*Return: Delta Air Lines/)
  const recap = screen.getByRole('region', { name: 'Your search' })
  for (const words of ['Round trip', 'Economy', 'Fri, Mar 5', 'Fri, Mar 12', '2 adults, 1 child, 1 infant']) {
    expect(recap).toHaveTextContent(words)
  }
  expect(screen.getByRole('link', { name: 'Modify Search' }).getAttribute('href')).toMatch(/^\/\?/)
})

test('s082 s083 filters are closed at first, Apply only closes them, and Clear all ends those that are on', async () => {
  const conditions = { ...offer().conditions, refundable: true }
  answer(offer({ id: 'off_1' }), offer({ id: 'off_2', conditions, slices: [sliceBy('2')] }))
  const { user } = setup(<SearchResults />)
  await screen.findAllByRole('article')
  const toggle = screen.getByRole('button', { name: /^Filters/ })
  expect(toggle).toHaveAttribute('aria-expanded', 'false')

  await user.click(toggle)
  await user.click(await screen.findByRole('switch', { name: 'Refundable only' }))
  expect(screen.getAllByRole('article')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Apply Filters' }))
  expect(toggle).toHaveAttribute('aria-expanded', 'false')
  expect(toggle).toHaveAccessibleName(/1/)
  expect(screen.getAllByRole('article')).toHaveLength(1)

  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(screen.getAllByRole('article')).toHaveLength(2)
})
