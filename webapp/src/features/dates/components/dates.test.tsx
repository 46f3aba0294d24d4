import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCriteria } from '@/lib/criteria'
import { standAt } from '@/testing/address'
import { dateCell, datesAnswer } from '@/testing/dates'
import { offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { noteFollowed } from '../lib/followed-cell'
import { Dates } from './dates'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const criteria = readCriteria(
  new URLSearchParams('origin=JFK&destination=LHR&departureDate=2027-01-15&returnDate=2027-01-22'),
)
const earlier = { ...criteria, departureDate: '2027-01-14' }
const threeHoursAgo = () => new Date(Date.now() - 3 * 3_600_000).toISOString()

const dates = (amount: string | null, isOpen = false) => (
  <Dates
    criteria={criteria}
    isOpen={isOpen}
    onClose={() => undefined}
    onFlights={() => undefined}
    isSettled={amount !== null}
    found={amount === null ? null : { ...offer().price, amount }}
  />
)

beforeEach(() => standAt('/search'))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('day03 prices of other dates are asked for while they are open', async () => {
  const asked = vi.fn(async () => Response.json(datesAnswer()))
  vi.stubGlobal('fetch', asked)
  const { rerender } = setup(dates(null, true))
  expect(await screen.findByRole('grid')).toBeVisible()
  expect(asked).toHaveBeenCalledTimes(1)

  rerender(dates(null))
  expect(screen.queryByRole('grid')).toBeNull()
  rerender(dates('638.00'))
  expect(asked).toHaveBeenCalledTimes(1)
})

test('day05 a price that has risen since it led here is named with its age', async () => {
  noteFollowed(earlier, criteria, dateCell({ amount: '612.00', observedAt: threeHoursAgo() }))
  setup(dates('638.00'))

  expect(await screen.findByText('When we looked 3 hours ago it was $612.')).toBeVisible()
})

test.each([
  ['the same', '612.00'],
  ['the same as it reads', '612.40'],
  ['lower', '590.00'],
  ['not known yet', null],
])('day05 where the price is %s nothing is said', async (_, amount) => {
  noteFollowed(earlier, criteria, dateCell({ amount: '612.00', observedAt: threeHoursAgo() }))
  const { rerender } = setup(dates('638.00'))
  const note = await screen.findByText(/^When we looked/)

  rerender(dates(amount))

  expect(note).not.toBeInTheDocument()
})

test('day05 half an hour after a cell was followed nothing is said of its price any longer', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  noteFollowed(earlier, criteria, dateCell({ amount: '612.00', observedAt: threeHoursAgo() }))
  setup(dates('638.00'))
  const note = await screen.findByText(/^When we looked/)

  act(() => void vi.advanceTimersByTime(31 * 60_000))

  expect(note).not.toBeInTheDocument()
})

test('day05 Back from a followed cell leads to the cell of the dates that were left', async () => {
  vi.stubGlobal('fetch', async () => Response.json(datesAnswer()))
  const of = (search: typeof criteria) => (
    <Dates
      key={search.departureDate}
      criteria={search}
      isOpen
      onClose={() => undefined}
      onFlights={() => undefined}
      isSettled
      found={null}
    />
  )
  const { user, rerender } = setup(of(criteria))
  await user.click(await screen.findByRole('link', { name: /^Leave Thursday, January 14, return Thursday/ }))
  const other = { ...criteria, departureDate: '2027-01-14', returnDate: '2027-01-21' }
  rerender(of(other))
  await waitFor(() => expect(document.activeElement).toHaveAttribute('data-dates', '2027-01-14_2027-01-21'))

  rerender(of(criteria))

  await waitFor(() => expect(document.activeElement).toHaveAttribute('data-dates', '2027-01-15_2027-01-22'))
})
