import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bookingParts, setupIn } from '@/testing/booking-parts'
import { offer } from '@/testing/offers'
import { cabin, seatChoice } from '@/testing/seats'
import { serve } from '@/testing/server'
import type { Booking } from '../../hooks/use-booking'
import { emptyPassenger } from '../../lib/passenger-form'
import { SeatStep } from './seat-step'

const family = offer({
  passengers: [
    { id: 'pas_1', type: 'adult', age: null },
    { id: 'pas_2', type: 'child', age: null },
    { id: 'pas_3', type: 'child', age: null },
  ],
})
const requiredSeats = () => within(screen.getByRole('group', { name: 'Seat Selection Required' }))
const named = (firstName: string) => ({ ...emptyPassenger, firstName, lastName: 'Okafor' })

const seatStepOf = (part: Partial<Booking['trip']>) => {
  serve({ 'GET /api/flights/seatmaps/off_1': [cabin(['15A|B'])] })
  const party = family.passengers.map(({ id, type }) => ({ id, type: type as 'adult' }))
  const passengers = ['Maya', 'Ada', 'Ben'].map(named)
  return setupIn(bookingParts({ trip: { offer: family, party, passengers, step: 'seats', ...part } }), <SeatStep />)
}

test('who skips the seats with children is told before that they may sit apart, and no longer once seats are chosen', async () => {
  seatStepOf({})
  expect(
    await screen.findByText(
      /assigns them at check-in\. Your children might not be seated next to you; some airlines seat children with an adult/,
    ),
  ).toBeVisible()
  cleanup()
  seatStepOf({ seats: [seatChoice()] })
  await screen.findByRole('grid')

  expect(screen.queryByText(/next to you/)).toBeNull()
})

test('s128 several who have no seat are named in one line, which leads to the first of them', async () => {
  const page = seatStepOf({})
  await screen.findByRole('grid')
  await page.user.click(screen.getAllByRole('button', { name: 'Continue to Payment' })[0] as HTMLElement)

  const lines = requiredSeats().getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    'Please select seats for all passengers',
    'Maya Okafor, Ada Okafor, and Ben Okafor have no seat yet. Every passenger needs at least one, unless you skip seats.',
  ])
  await page.user.click(requiredSeats().getByRole('link'))
  expect(screen.getByRole('radio', { name: /Maya/ })).toHaveFocus()
  expect(screen.queryByText(/^If you skip,/)).toBeNull()
})

test.each([
  ['If you skip, the seat you’ve chosen isn’t kept.', [seatChoice()]],
  [
    'If you skip, the 2 seats you’ve chosen aren’t kept.',
    [seatChoice(), seatChoice({ passengerId: 'pas_2', designator: '15B' })],
  ],
])('s104 s128 who has seats for some only is told what skipping gives up: %s', async (said, seats) => {
  const page = seatStepOf({ seats })
  await screen.findByRole('grid')
  await page.user.click(screen.getAllByRole('button', { name: 'Continue to Payment' })[0] as HTMLElement)

  expect(requiredSeats().getByText(said)).toBeVisible()
  expect(requiredSeats().getByRole('button', { name: 'Skip Seat Selection' })).toBeVisible()
})
