import { expect, test } from 'vitest'
import { booking, withInfant } from '@/testing/bookings'
import { offer } from '@/testing/offers'
import { emptyPassenger } from './passenger-form'
import { ticketOf, ticketOfRecord } from './ticket'

const booked = {
  offer: offer(),
  passengers: ['Maya', 'Leo'].map((firstName) => ({ ...emptyPassenger, firstName, lastName: 'Okafor' })),
  party: [
    { id: 'pas_1', type: 'adult' as const },
    { id: 'pas_2', type: 'infant_without_seat' as const },
  ],
  seats: [],
  bags: [],
  total: '1284',
  paymentId: 'pay_1',
  isTest: false,
}
const answer = {
  id: 'bk_1',
  status: 'confirmed' as const,
  duffelBookingId: 'JTVMSN',
  accountCreated: false,
  accountInfo: null,
  emailContent: '',
}

test.each([
  ['the answer', ticketOf(booked, answer)],
  ['the booking as it is kept', ticketOfRecord(booking({ data: { passengers: withInfant() } }))],
])('a ticket made of %s says on whose lap the infant sits', (_, { passengers }) => {
  expect(passengers.map(({ name, lapOf }) => [name, lapOf])).toEqual([
    ['Maya Okafor', null],
    ['Leo Okafor', 'Maya'],
  ])
})

test('a ticket of two adults who are called alike says with both names on whose lap the infant sits', () => {
  const byron = { ...emptyPassenger, firstName: 'Maya', lastName: 'Byron' }
  const party = [...booked.party, { id: 'pas_3', type: 'adult' as const }]
  const { passengers } = ticketOf({ ...booked, party, passengers: [...booked.passengers, byron] }, answer)

  expect(passengers.map(({ lapOf }) => lapOf)).toEqual([null, 'Maya Okafor', null])
})
