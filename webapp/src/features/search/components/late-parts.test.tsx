import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { standAt } from '@/testing/address'
import { offer, segment, slice } from '@/testing/offers'
import { setup } from '@/testing/render'
import { SearchResults } from './results'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const { late } = vi.hoisted(() => {
  const late = {
    isAway: true,
    asked: new Set<string>(),
    fetch: async (name: string, original: () => Promise<object>) => {
      late.asked.add(name)
      if (late.isAway) throw new Error('away')
      return original()
    },
  }
  return { late }
})
vi.mock('./filters-pane', (original) => late.fetch('filters', original))
vi.mock('./compare-bar', (original) => late.fetch('compare', original))
vi.mock('./why-here', (original) => late.fetch('why', original))
vi.mock('./bag-line', (original) => late.fetch('bag', original))

const SEARCH = '/search?origin=JFK&destination=LHR&departureDate=2027-03-05&adults=1'
const NOT_LOADED = 'This part of the page didn’t load.'
/** Its fare includes no checked bag. */
const bare = offer({
  slices: [slice({ segments: [segment({ baggages: [{ type: 'checked', quantity: 0 }] })] })],
  weighted_minutes: 415,
  against_cheapest: { more_amount: '0.00', more_minutes: 0, more_connections: 0 },
})

async function open(query = '') {
  standAt(SEARCH + query)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const page = { offers: [bare], total_count: 1, notice: null, hour_amount: '30', hour_currency: 'USD' }
  vi.stubGlobal('fetch', async (path: string) => Response.json(path.startsWith('/api/flights/bags') ? [] : page))
  const { user } = setup(<SearchResults />)
  await screen.findByRole('article')
  return user
}

beforeEach(() => {
  late.isAway = true
  late.asked.clear()
})

test.each([
  ['the filters', /^Filters/, 'complementary', 'Filters'],
  ['the bar of flights to compare', /^Compare British Airways/, 'region', 'Flights to compare'],
])('where %s cannot be fetched the list stays, and Try Again fetches it', async (_, button, role, name) => {
  const user = await open()
  const opener = screen.getByRole('button', { name: button })
  await waitFor(() => expect(opener).toBeEnabled())
  await user.click(opener)
  expect(await screen.findByRole('alert')).toHaveTextContent(NOT_LOADED)
  expect(screen.getByRole('article')).toBeVisible()

  late.isAway = false
  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByRole(role, { name })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('reasons that cannot be fetched say so in their card, and are fetched once they are opened again', async () => {
  const user = await open('&sort=best')
  const why = await screen.findByRole('button', { name: /^Why here\?/ })
  await user.click(why)
  expect(await screen.findByRole('alert')).toHaveTextContent(NOT_LOADED)
  expect(screen.getByRole('article')).toContainElement(screen.getByRole('alert'))

  late.isAway = false
  await user.click(why)
  await user.click(why)

  expect(await screen.findByText('This is the cheapest flight.', { exact: false })).toBeVisible()
})

test('a line about bags that cannot be fetched leaves the card with its price', async () => {
  await open('&bag=1')
  await waitFor(() => expect(late.asked).toContain('bag'))

  await waitFor(() => expect(console.warn).toHaveBeenCalled())
  expect(screen.getByRole('article')).toHaveTextContent('$1,284')
})
