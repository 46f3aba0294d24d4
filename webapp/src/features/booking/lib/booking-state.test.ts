import { expect, test } from 'vitest'
import { offer } from '@/testing/offers'
import { seatChoice } from '@/testing/seats'
import type { BookingEvent } from './booking-events'
import { firstBooking, nextBooking, totalToPay } from './booking-state'
import { emptyDraft, nextDraft } from './draft'
import { emptyPassenger } from './passenger-form'

const flight = offer({ id: 'off_1' })
const party = [{ id: 'pas_1', type: 'adult' }] as const
const maya = [{ ...emptyPassenger, firstName: 'Maya' }]
const quoted = { now: { amount: '1300', currency: 'USD' }, before: '1284' }
const replaced = { before: flight.price, hasLostSeats: true }
const seat = seatChoice()

const begun = firstBooking({ draft: emptyDraft }, flight, party)
const after = (...events: BookingEvent[]) => events.reduce(nextBooking, begun)

test('what is changed and left without the button counts again once the form has taken it', () => {
  const left = after({ type: 'passengers saved', passengers: maya }, { type: 'passengers left', passengers: maya })

  expect(left).toMatchObject({ passengers: null, typed: maya })
  expect(nextBooking(left, { type: 'passengers saved', passengers: maya })).toMatchObject({ passengers: maya })
})

test('a price that the airline names holds until other seats are chosen', () => {
  const named = after({ type: 'price quoted', quoted })

  expect(totalToPay(named, flight)).toBe('1300')
  const chosen = nextBooking(named, { type: 'seats chosen', offerId: 'off_1', seats: [seat] })
  expect([chosen.quoted, totalToPay(chosen, flight)]).toEqual([null, '1302.50'])
})

test.each<BookingEvent>([
  { type: 'passengers saved', passengers: maya },
  { type: 'seats chosen', offerId: 'off_2', seats: [] },
])('that the offer was replaced is told until the traveler goes on: $type', (goesOn) => {
  const told = after({ type: 'offer replaced', replaced })

  expect([told.replaced, nextBooking(told, goesOn).replaced]).toEqual([replaced, null])
})

const tried: BookingEvent[] = [
  { type: 'passengers kept', party, passengers: maya, isPassportRequired: false },
  { type: 'seats kept', offerId: 'off_1', seats: [seat] },
  { type: 'holder named', offerId: 'off_1', holderName: 'Maya Okafor' },
  { type: 'tried again', offerId: 'off_1' },
]
const draft = tried.reduce(nextDraft, emptyDraft)

test('another card for the same offer finds all but the passport', () => {
  const abroad = { ...flight, passenger_identity_documents_required: true }

  expect(firstBooking({ draft }, abroad, party)).toMatchObject({
    passengers: null,
    lacksPassports: true,
    holderName: 'Maya Okafor',
    isAnotherCard: true,
    awaitedSeats: [seat],
  })
})

test('another card on a page that was not left finds everybody, passports too', () => {
  const abroad = { ...flight, passenger_identity_documents_required: true }
  const booked = [{ ...emptyPassenger, firstName: 'Maya', passportNumber: 'X1234567' }]

  expect(firstBooking({ draft, booked }, abroad, party)).toMatchObject({ passengers: booked, lacksPassports: false })
})

test('what was asked for before any price was changed is known from the second change on', () => {
  const named = after({ type: 'price quoted', quoted })
  const again = { now: { amount: '1310', currency: 'USD' }, before: '1300' }

  expect(named.quoted?.first).toBeNull()
  const third = nextBooking(nextBooking(named, { type: 'price quoted', quoted: again }), {
    type: 'price quoted',
    quoted: { ...again, before: '1310' },
  })
  expect(third.quoted?.first).toBe('1284')
})

test('seats of an earlier try are awaited until they are chosen again, or cannot be', () => {
  const again = firstBooking({ draft }, flight, party)
  const restored = nextBooking(again, { type: 'seats restored', offerId: 'off_1', seats: [seat] })

  expect(restored).toMatchObject({ awaitedSeats: [], seats: [seat] })
  expect(nextBooking(again, { type: 'seats lost' })).toMatchObject({ awaitedSeats: [], seats: [] })
})

test('a map that comes after all takes back that there was none', () => {
  const skipped = after({ type: 'maps skipped' })

  expect([skipped, nextBooking(skipped, { type: 'maps found' })].map((state) => state.hasSkippedMaps)).toEqual([
    true,
    false,
  ])
})

test('a form that is left as it was left before changes nothing', () => {
  const left = after({ type: 'passengers left', passengers: maya })

  expect(nextBooking(left, { type: 'passengers left', passengers: maya })).toBe(left)
})
