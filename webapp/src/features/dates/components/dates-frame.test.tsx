import { screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { readCriteria } from '@/lib/criteria'
import { standAt } from '@/testing/address'
import { ownStyles } from '@/testing/own-styles'
import { setup } from '@/testing/render'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const SEARCH = 'origin=JFK&destination=LHR&departureDate=2027-01-15'

afterEach(() => vi.unstubAllGlobals())

/** Opens prices of other dates in a browser that has not fetched their panel yet. */
async function open(search: string) {
  vi.resetModules()
  const { Dates } = await import('./dates')
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined))
  standAt(`/search?${search}&dates=1`)
  const criteria = readCriteria(new URLSearchParams(search))
  const parts = { onClose: () => undefined, onFlights: () => undefined, isSettled: false, found: null }
  return setup(<Dates criteria={criteria} isOpen {...parts} />)
}

const frame = () => document.querySelector('div[aria-busy=true]') as HTMLElement

test.each([
  ['of a round trip', `${SEARCH}&returnDate=2027-01-22`, 'grid', '60.8rem'],
  ['of one way', SEARCH, 'grid', '25.6rem'],
  ['of one way beside a list with bags', `${SEARCH}&bag=1`, 'grid', '27.6rem'],
  ['that stood as a graph', `${SEARCH}&returnDate=2027-01-22`, 'graph', '41.5rem'],
])(
  'day03 the frame of prices %s stands in the first frame, as high as the panel that comes',
  async (_, search, view, height) => {
    sessionStorage.setItem('datesShown', JSON.stringify(view))
    await open(search)

    expect(screen.queryByRole('region')).toBeNull()
    const first = frame()
    expect(ownStyles(first)).toContain(`height: ${height}`)

    const panel = await screen.findByRole('region', { name: 'Prices on other dates' })
    expect(first).not.toBeInTheDocument()
    // Counted in with its height on phones.
    expect(ownStyles(panel, ' header')).toContain('row-gap: var(--ui-spacing-2)')
  },
)

test('frame and panel have the same room, also where no toolbar stands before them', async () => {
  await open(SEARCH)
  const room = (element: HTMLElement) => ownStyles(element)?.match(/margin-[a-z-]+: [^;]+/g)
  const own = room(frame())
  expect(own).not.toHaveLength(0)

  const panel = await screen.findByRole('region', { name: 'Prices on other dates' })

  expect(room(panel)).toEqual(own)
})

const Prices = () => <p>Prices</p>

test('a panel that cannot be fetched says so in its place, and is fetched by Try Again', async () => {
  let isAway = true
  vi.doMock('./dates-panel', async () => {
    if (isAway) throw new Error('away')
    return { DatesPanel: Prices }
  })
  onTestFinished(() => vi.doUnmock('./dates-panel'))
  const { user } = await open(SEARCH)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(await screen.findByRole('alert')).toHaveTextContent('This part of the page didn’t load.')

  isAway = false
  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByText('Prices')).toBeVisible()
})

test('a graph that cannot be fetched says so in its place in the panel, and is fetched by Try Again', async () => {
  let isAway = true
  vi.doMock('./price-graph', async () => {
    if (isAway) throw new Error('away')
    return { PriceGraph: Prices }
  })
  onTestFinished(() => vi.doUnmock('./price-graph'))
  sessionStorage.setItem('datesShown', JSON.stringify('graph'))
  const { user } = await open(SEARCH)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(await screen.findByRole('alert')).toHaveTextContent('This part of the page didn’t load.')
  expect(screen.getByRole('region', { name: 'Prices on other dates' })).toBeVisible()

  isAway = false
  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByText('Prices')).toBeVisible()
})
