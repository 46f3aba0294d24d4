import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bookingParts, setupIn } from '@/testing/booking-parts'
import { emptyPassenger } from '../../lib/passenger-form'
import { WhoTravels } from './who-travels'

test('r044 before the payment the passengers stand with what their tickets will say', () => {
  const passengers = [{ ...emptyPassenger, firstName: 'Maximiliana Alexandrina', lastName: 'Okafor' }]
  setupIn(bookingParts({ trip: { passengers } }), <WhoTravels />)

  expect(screen.getByText(/^On the ticket: MAXIMILIANA ALEXANDR OKAFOR/)).toBeVisible()
})
