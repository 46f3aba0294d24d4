import { screen } from '@testing-library/react'
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
const threeHoursAgo = () => new Date(Date.now() - 3 * 3_600_000).toISOString()

const dates = (amount: string | null, isOpen = false) => (
  <Dates
    criteria={criteria}
    isOpen={isOpen}
    onClose={() => undefined}
    isSettled={amount !== null}
    found={amount === null ? null : { ...offer().price, amount }}
  />
)

beforeEach(() => standAt('/search'))
afterEach(() => vi.unstubAllGlobals())

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
  noteFollowed(criteria, dateCell({ amount: '612.00', observedAt: threeHoursAgo() }))
  setup(dates('638.00'))

  expect(await screen.findByText('When we looked 3 hours ago it was $612.')).toBeVisible()
})

test.each([
  ['the same', '612.00'],
  ['the same as it reads', '612.40'],
  ['lower', '590.00'],
  ['not known yet', null],
])('day05 where the price is %s nothing is said', async (_, amount) => {
  noteFollowed(criteria, dateCell({ amount: '612.00', observedAt: threeHoursAgo() }))
  const { rerender } = setup(dates('638.00'))
  const note = await screen.findByText(/^When we looked/)

  rerender(dates(amount))

  expect(note).not.toBeInTheDocument()
})
