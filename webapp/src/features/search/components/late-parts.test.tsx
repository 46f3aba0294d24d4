import { screen, waitFor, within } from '@testing-library/react'
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
vi.mock('./compare-drawer', (original) => late.fetch('table', original))
vi.mock('./no-offers', (original) => late.fetch('reason', original))
vi.mock('./no-matches', (original) => late.fetch('matches', original))
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

const page = { offers: [bare], total_count: 1, notice: null, hour_amount: '30', hour_currency: 'USD' }

function arrive(query = '', answer = () => Response.json(page)) {
  standAt(SEARCH + query)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/flights/bags')) return Response.json([])
    return path.startsWith('/api/flights/offer/') ? Response.json(bare) : answer()
  })
  return setup(<SearchResults />).user
}

async function open(query = '') {
  const user = arrive(query)
  await screen.findByRole('article')
  return user
}

/** The script of what has failed can be fetched now. */
async function tryAgain(user: ReturnType<typeof arrive>) {
  late.isAway = false
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
}

beforeEach(() => {
  late.isAway = true
  late.asked.clear()
})

test('what stands in place of the bar has room at the end of the page, as the bar has', async () => {
  const user = await open()
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(146)
  const rules = () => [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))

  await user.click(screen.getByRole('button', { name: /^Compare British Airways/ }))

  expect(await screen.findByRole('alert')).toHaveTextContent(NOT_LOADED)
  expect(rules().join()).toMatch(/--bar-room: ?146px/)
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

  await tryAgain(user)

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

const compared = () => new URLSearchParams(window.location.search).get('compare')

test('where the compared flights cannot be fetched the list stays, and Close leads back to the bar', async () => {
  const user = await open(`&compare=${bare.id}`)
  const close = await screen.findByRole('button', { name: 'Close' })
  expect(screen.getByRole('alert')).toHaveTextContent(NOT_LOADED)
  expect(screen.getByRole('article')).toBeVisible()
  await waitFor(() => expect(close.parentElement).toHaveFocus())

  late.isAway = false
  await user.click(close)

  expect(await screen.findByRole('region', { name: 'Flights to compare' })).toBeVisible()
  expect(screen.getByRole('article')).toContainElement(document.activeElement as HTMLElement)
  expect(compared()).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('where the compared flights cannot be fetched Try Again fetches them', async () => {
  const user = await open(`&compare=${bare.id}`)
  await screen.findByRole('button', { name: 'Close' })

  await tryAgain(user)

  expect(await screen.findByRole('region', { name: 'Flights side by side' })).toBeVisible()
  expect(compared()).toBe(bare.id)
})

test('filters that leave nothing are told by the head where no more can be fetched, until Try Again', async () => {
  const user = arrive('&refundable=true')
  expect(await screen.findByRole('alert')).toHaveTextContent(NOT_LOADED)
  expect(screen.getByText('0 of 1 flight')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Clear all' })).toBeVisible()

  await tryAgain(user)

  expect(await screen.findByRole('heading', { name: 'No Matching Flights' })).toBeVisible()
})

test('a search that is wrong is best changed, also where what is wrong with it cannot be fetched', async () => {
  const errors = [{ field: 'departureDate', code: 'past', message: 'x' }]
  arrive('', () => Response.json({ code: 'VALIDATION_ERROR', message: 'x', errors }, { status: 422 }))

  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(`Please change your search${NOT_LOADED}`)
  expect(within(alert).getByRole('link', { name: 'Modify Search' })).toBeVisible()
  expect(within(alert).getByRole('button', { name: 'Try Again' })).toBeVisible()
})

test('a search that finds nothing says so where its reason cannot be fetched, and Try Again fetches that', async () => {
  const user = arrive('', () => Response.json({ offers: [], total_count: 0, notice: null }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(`No Flights Found${NOT_LOADED}`)
  expect(within(alert).getByRole('link', { name: 'New Search' })).toBeVisible()

  await tryAgain(user)

  expect(await screen.findByText(/^No airline sells this route on these dates\./)).toBeVisible()
})
