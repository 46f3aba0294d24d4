import { expect, test } from 'vitest'
import { keptBag } from '@/testing/bags'
import type { BookingEvent } from './booking-events'
import {
  areBagsOfAnother,
  emptyDraft,
  fromDraft,
  hadPassportsFor,
  hasPassengers,
  holderAgain,
  keptBags,
  keptSeats,
  nextDraft,
  passengersAgain,
} from './draft'
import { emptyPassenger } from './passenger-form'
import type { PartyMember } from './passengers'

const adult = { type: 'adult' } as const
const child = { type: 'child' } as const
const named = (firstName: string) => ({ ...emptyPassenger, firstName })
const withPassport = (firstName: string) => ({ ...named(firstName), passportNumber: 'X1234567' })
const seat = { segmentId: 'seg_1', passengerId: 'pas_1', designator: '15A' }

const kept = (party: Pick<PartyMember, 'type'>[], ...passengers: ReturnType<typeof named>[]): BookingEvent => ({
  type: 'passengers kept',
  offerId: 'off_1',
  party,
  passengers,
  hadPassports: false,
})
const after = (...events: BookingEvent[]) => events.reduce(nextDraft, emptyDraft)

test('r017 what was typed comes back for the next offer, without passports', () => {
  const draft = after(kept([adult, child], withPassport('Maya'), withPassport('Ada')))

  expect(fromDraft(draft, [adult, child])).toEqual([named('Maya'), named('Ada')])
  expect(hadPassportsFor(draft, 'off_1')).toBe(true)
})

test('for which offers a passport is missing is known as long as the draft is kept', () => {
  const typed = kept([adult], withPassport('Maya'))
  const draft = after(typed, kept([adult], named('Maya')), typed)

  expect(draft.passportOffers).toEqual(['off_1'])
  expect(hadPassportsFor(draft, 'off_2')).toBe(false)
  expect(after(kept([adult], named('Maya'))).passportOffers).toEqual([])
})

test('r017 in another party everybody gets the fields of their own kind', () => {
  const draft = after(kept([adult, child], named('Maya'), named('Ada')))

  expect(fromDraft(draft, [adult, adult, child]).map(({ firstName }) => firstName)).toEqual(['Maya', '', 'Ada'])
})

test('a passenger who needs another ticket keeps their fields if the party is as large as before', () => {
  const infant = { type: 'infant_without_seat' } as const
  const draft = after(kept([adult, child, infant], named('Maya'), named('Ada'), named('Ana')))

  expect(fromDraft(draft, [adult, child, child]).map(({ firstName }) => firstName)).toEqual(['Maya', 'Ada', 'Ana'])
  expect(fromDraft(draft, [adult, adult]).map(({ firstName }) => firstName)).toEqual(['Maya', ''])
})

test('with the booking the draft is gone', () => {
  const draft = after(kept([adult], withPassport('Maya')), { type: 'booked' })

  expect([hasPassengers(draft), fromDraft(draft, [adult])]).toEqual([false, [emptyPassenger]])
  expect(draft).toEqual(emptyDraft)
})

test('r017 seats are kept for their own offer alone, and go with the draft', () => {
  const chosen: BookingEvent = { type: 'seats kept', offerId: 'off_1', seats: [seat] }

  expect(keptSeats(after(chosen), 'off_1')).toEqual([seat])
  expect(keptSeats(after(chosen), 'off_2')).toEqual([])
  expect(keptSeats(after(chosen, { type: 'booked' }), 'off_1')).toEqual([])
})

test('bag08 bags are kept for their own offer, and those of a booking that failed for the next one', () => {
  const bags = [keptBag()]
  const chosen: BookingEvent = { type: 'bags chosen', offerId: 'off_1', bags, told: [] }
  const failed: BookingEvent = { type: 'bags kept', offerId: null, bags }

  expect([keptBags(after(chosen), 'off_1'), keptBags(after(chosen), 'off_2')]).toEqual([bags, []])
  expect(keptBags(after(chosen, failed), 'off_2')).toEqual(bags)
  expect(keptBags(after(chosen, { type: 'booked' }), 'off_1')).toEqual([])
})

test('bag08 bags are of another flight where they were chosen for one, not where they are for any or are none', () => {
  const chosen: BookingEvent = { type: 'bags chosen', offerId: 'off_2', bags: [keptBag()], told: [] }
  const ofAny: BookingEvent = { type: 'bags kept', offerId: null, bags: [keptBag()] }

  expect(areBagsOfAnother(after(chosen), 'off_1')).toBe(true)
  for (const draft of [
    emptyDraft,
    after(ofAny),
    after({ ...chosen, offerId: 'off_1' }),
    after({ ...chosen, bags: [] }),
  ]) {
    expect(areBagsOfAnother(draft, 'off_1')).toBe(false)
  }
})

test('passengers and the name on the card are there at once where another card is tried for the same offer', () => {
  const draft = after(
    kept([adult], named('Maya')),
    { type: 'holder named', offerId: 'off_1', holderName: 'Maya Okafor' },
    { type: 'tried again', offerId: 'off_1' },
  )

  expect(passengersAgain(draft, 'off_1', [adult])).toEqual([named('Maya')])
  expect(passengersAgain(draft, 'off_1', [adult, adult])).toBeNull()
  expect(passengersAgain(draft, 'off_2', [adult])).toBeNull()
  expect([holderAgain(draft, 'off_1'), holderAgain(draft, 'off_2')]).toEqual(['Maya Okafor', ''])
})

test('what only a page has to know leaves the draft as it is', () => {
  const draft = after(kept([adult], named('Maya')))

  expect(nextDraft(draft, { type: 'maps skipped' })).toBe(draft)
})
