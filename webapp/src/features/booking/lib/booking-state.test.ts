import { expect, test } from 'vitest'
import { chosenBag, keptBag } from '@/testing/bags'
import { offer } from '@/testing/offers'
import { seatChoice } from '@/testing/seats'
import { toKept } from './bag-choices'
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

  expect(totalToPay(named, flight, [])).toBe('1300')
  const chosen = nextBooking(named, { type: 'seats chosen', offerId: 'off_1', seats: [seat] })
  expect([chosen.quoted, totalToPay(chosen, flight, [])]).toEqual([null, '1302.50'])
})

test('bag05 the total is the fare, the seats and the bags, to the cent, and a price named before it holds no more', () => {
  const seated = after({ type: 'price quoted', quoted }, { type: 'seats chosen', offerId: 'off_1', seats: [seat] })
  const bags = [chosenBag({ quantity: 2 }), chosenBag({ traveler: 1, each: { amount: '18.35', currency: 'USD' } })]
  const event: BookingEvent = { type: 'bags chosen', offerId: 'off_1', bags: bags.map(toKept), told: [] }
  const packed = nextBooking(nextBooking(seated, { type: 'price quoted', quoted }), event)

  expect([packed.quoted, totalToPay(packed, flight, bags)]).toEqual([null, '1470.85'])
})

test('bag08 what was told of bags stays until the traveler goes on, and what was refused until other ones are chosen', () => {
  const told = [{ how: 'lost', bag: keptBag() }] as const
  const refused = [{ bag: keptBag(), message: 'x', isFirst: true }]
  const chosen = after(
    { type: 'bags refused', bags: refused },
    { type: 'bags chosen', offerId: 'off_1', bags: [], told },
  )

  expect(after({ type: 'bags refused', bags: refused }).refusedBags).toBe(refused)
  expect([chosen.toldBags, chosen.refusedBags]).toEqual([told, []])
  expect(nextBooking(chosen, { type: 'passengers saved', passengers: maya }).toldBags).toEqual([])
})

test('bag04 a refused bag takes back a price that was quoted, and bags that are chosen leave what is refused of others', () => {
  const refused = [{ bag: keptBag(), message: 'x', isFirst: true }]
  const named = after({ type: 'price quoted', quoted }, { type: 'bags refused', bags: refused })
  const chosen = nextBooking(named, { type: 'bags chosen', offerId: 'off_1', bags: [], told: [], refused })

  expect([named.quoted, totalToPay(named, flight, [])]).toEqual([null, flight.price.amount])
  expect(chosen.refusedBags).toBe(refused)
})

test.each<BookingEvent>([
  { type: 'passengers saved', passengers: maya },
  { type: 'bags chosen', offerId: 'off_1', bags: [], told: [] },
])('bag08 that bags were given back is told until the traveler goes on: $type', (goesOn) => {
  const failed = nextDraft(emptyDraft, { type: 'bags kept', offerId: null, bags: [keptBag()] })
  const again = firstBooking({ draft: failed }, flight, party)

  expect([begun, again, nextBooking(again, goesOn)].map((state) => state.areBagsGivenBack)).toEqual([
    false,
    true,
    false,
  ])
})

test('bags that are taken as the offer sells them leave a price that was named', () => {
  const named = after({ type: 'price quoted', quoted }, { type: 'bags kept', offerId: 'off_1', bags: [keptBag()] })

  expect([named.quoted?.now.amount, named.bags]).toEqual(['1300', [keptBag()]])
})

test.each<BookingEvent>([
  { type: 'passengers saved', passengers: maya },
  { type: 'seats chosen', offerId: 'off_2', seats: [] },
])('that the offer was replaced is told until the traveler goes on: $type', (goesOn) => {
  const told = after({ type: 'offer replaced', replaced })

  expect([told.replaced, nextBooking(told, goesOn).replaced]).toEqual([replaced, null])
})

const tried: BookingEvent[] = [
  { type: 'passengers kept', offerId: 'off_1', party, passengers: maya, hadPassports: false },
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
