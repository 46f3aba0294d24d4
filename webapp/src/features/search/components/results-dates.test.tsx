import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { standAt } from '@/testing/address'
import { offer, sliceBy } from '@/testing/offers'
import { setup } from '@/testing/render'
import { type ResultsProps, SearchResults } from './results'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const SEARCH = '/search?origin=JFK&destination=LHR&departureDate=2027-03-05'
const priced = (id: string, amount: string) => offer({ id, price: { amount }, slices: [sliceBy(id)] })
const offers = [priced('a', '300'), priced('b', '200')]

/** Says what it is told. */
const Told: ResultsProps['Dates'] = ({ isOpen, onClose, onFlights, isSettled, found }) => (
  <section aria-label="Told" data-settled={isSettled} data-found={found?.amount}>
    {isOpen && (
      <>
        <button type="button" onClick={onClose}>
          Close
        </button>
        <button type="button" onClick={onFlights}>
          To the list
        </button>
      </>
    )}
  </section>
)

const found = (total_count = offers.length) => Response.json({ offers, total_count, notice: null })

function open(address: string, answer = found()) {
  vi.stubGlobal('fetch', async () => answer.clone())
  standAt(address)
  return setup(<SearchResults Dates={Told} />)
}

const button = () => screen.getByRole('button', { name: 'Dates' })
const dates = () => new URLSearchParams(window.location.search).get('dates')

beforeEach(() => window.sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('day03 prices of other dates are closed at first, and the address keeps that they are open', async () => {
  const { user } = open(SEARCH)
  await screen.findAllByRole('article')
  expect(button()).toHaveAttribute('aria-expanded', 'false')

  await user.click(button())
  expect([button().getAttribute('aria-expanded'), dates()]).toEqual(['true', '1'])

  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(dates()).toBeNull()
  expect(button()).toHaveFocus()
})

test('day03 an address that says so begins with them open, and Back closes them', async () => {
  open(`${SEARCH}&dates=1`)
  await screen.findAllByRole('article')
  expect(button()).toHaveAttribute('aria-expanded', 'true')

  standAt(SEARCH)
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))

  expect(button()).toHaveAttribute('aria-expanded', 'false')
})

test('day05 they lead to the list of flights below them', async () => {
  const { user } = open(`${SEARCH}&dates=1`)
  const [first] = await screen.findAllByRole('article')

  await user.click(screen.getByRole('button', { name: 'To the list' }))

  expect(document.activeElement).toContainElement(first as HTMLElement)
  expect(document.body).not.toHaveFocus()
})

test('day05 they are told the lowest price once all airlines have answered', async () => {
  open(SEARCH)
  expect(screen.getByRole('region', { name: 'Told' })).not.toHaveAttribute('data-found')
  await screen.findAllByRole('article')

  const told = screen.getByRole('region', { name: 'Told' })
  expect([told.dataset.settled, told.dataset.found]).toEqual(['true', '200'])
})

test('day05 in another order a cheaper flight may be on a page that is not here: no price is told', async () => {
  open(`${SEARCH}&sort=duration-asc`, found(90))
  await screen.findAllByRole('article')

  expect(screen.getByRole('region', { name: 'Told' })).not.toHaveAttribute('data-found')
})

test('day05 a price that was told stands in another order too, until flights are searched anew', async () => {
  const { user } = open(SEARCH, found(90))
  await screen.findAllByRole('article')
  const told = screen.getByRole('region', { name: 'Told' })
  expect(told.dataset.found).toBe('200')

  await user.click(screen.getByRole('radio', { name: 'Shortest' }))
  await waitFor(() => expect(window.location.search).toContain('sort=duration-asc'))
  await waitFor(() => expect(told.dataset.settled).toBe('true'))
  expect(told.dataset.found).toBe('200')

  await user.click(screen.getByRole('button', { name: 'Refresh Results' }))
  await waitFor(() => expect(told).not.toHaveAttribute('data-found'))
})

test('day04 what floats while airlines are asked stands below the prices of other dates, with the list', async () => {
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined))
  standAt(`${SEARCH}&dates=1`)
  setup(<SearchResults Dates={Told} />)

  const floating = await screen.findByText('Searching all airlines...')

  const list = screen.getByText('Searching for the best flight deals').closest('[tabindex="-1"]')
  expect(list).toContainElement(floating)
  expect(list).not.toContainElement(screen.getByRole('region', { name: 'Told' }))
})

const nothing = (code?: string) =>
  Response.json({ offers: [], total_count: 0, notice: code ? { code, message: 'x' } : null })

test('day03 where the dates have no flights other dates are a press away', async () => {
  const { user } = open(SEARCH, nothing())
  const other = await screen.findByRole('button', { name: 'See other dates' })
  expect(other).toHaveAttribute('aria-expanded', 'false')

  await user.click(other)
  expect([other.getAttribute('aria-expanded'), dates()]).toEqual(['true', '1'])

  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(dates()).toBeNull()
  expect(other).toHaveFocus()
})

test('day03 where no airline may be asked at all, other dates are no way on', async () => {
  open(SEARCH, nothing('TOO_MANY_PASSENGERS'))

  await screen.findByText('No Flights Found')
  expect(screen.queryByRole('button', { name: 'See other dates' })).toBeNull()
})

test('day03 prices of other dates stay open where the list can’t be read', async () => {
  open(`${SEARCH}&dates=1`, Response.json({ code: 'INTERNAL_ERROR', message: 'x' }, { status: 500 }))

  await screen.findByRole('alert')
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible()
})
