import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bookingParts, setupIn } from '@/testing/booking-parts'
import { offer, slice } from '@/testing/offers'
import { seatChoice } from '@/testing/seats'
import { emptyPassenger } from '../../lib/passenger-form'
import { SeatGaps } from './seat-gaps'

const party = [
  { id: 'pas_1', type: 'adult' },
  { id: 'pas_2', type: 'child' },
  { id: 'pas_3', type: 'child' },
] as const
const passengers = ['Maya', 'Anna', 'Ben'].map((firstName) => ({ ...emptyPassenger, firstName, lastName: 'Okafor' }))
const show = (...seated: string[]) => {
  const seats = seated.map((passengerId) => seatChoice({ passengerId }))
  setupIn(bookingParts({ trip: { offer: offer({ slices: [slice()] }), party, passengers, seats } }), <SeatGaps />)
}

test('s128 children without a seat on a flight on which a parent sits are named, and what that means', () => {
  show('pas_1')

  expect(screen.getByRole('status')).toHaveTextContent(
    'Anna Okafor and Ben Okafor have no seat on JFK to LHR.' +
      'The airline will assign seats at check-in, and they may not be next to yours.',
  )
})

test.each([[[]], [['pas_1', 'pas_2', 'pas_3']]])('nothing is said where %j sit together', (seated) => {
  show(...seated)

  expect(screen.queryByRole('status')).toBeNull()
})
