import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { soldBag } from '@/testing/bags'
import { bookingParts, setupIn } from '@/testing/booking-parts'
import { emptyPassenger } from '../../lib/passenger-form'
import { WhoTravels } from './who-travels'

test.each([
  ['Maximiliana Alexandrina', 'MAXIMILIANA ALEXANDR OKAFOR'],
  ['Maya', 'MAYA OKAFOR'],
])('r044 before the payment %s stands with what the ticket will say', (firstName, printed) => {
  const passengers = [{ ...emptyPassenger, firstName, lastName: 'Okafor' }]
  setupIn(bookingParts({ trip: { passengers } }), <WhoTravels />)

  expect(screen.getByText(new RegExp(`^On the ticket: ${printed}`))).toBeVisible()
})

test('bag03 the way to the bags is named where the airline sells some', async () => {
  const booking = bookingParts({ bags: { sold: [soldBag()] } })
  const { user } = setupIn(booking, <WhoTravels />)

  await user.click(screen.getByRole('button', { name: 'Edit passengers and bags' }))

  expect(booking.trip.go).toHaveBeenCalledWith('passengers')
})

test('each infant stands with the adult on whose lap it sits', () => {
  const passengers = ['Maya', 'Daniel', 'Leo', 'Ada'].map((firstName) => ({ ...emptyPassenger, firstName }))
  const types = ['adult', 'adult', 'infant_without_seat', 'infant_without_seat'] as const
  const party = types.map((type, index) => ({ id: `pas_${index + 1}`, type }))
  setupIn(bookingParts({ trip: { passengers, party } }), <WhoTravels />)

  const [, , leo, ada] = screen.getAllByRole('listitem')
  expect(leo).toHaveTextContent('On Maya’s lap')
  expect(ada).toHaveTextContent('On Daniel’s lap')
})
