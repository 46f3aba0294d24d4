// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { keptBag } from '@/testing/bags'
import { seatChoice } from '@/testing/seats'
import type { BookingEvent } from './booking-events'
import { areGivenBackSince, fromDraft, keptBags, keptSeats } from './draft'
import * as memory from './draft-memory'
import { emptyPassenger, type PassengerFields } from './passenger-form'

const { remember } = memory
/** The document is another one: what it keeps in memory alone is gone. */
async function reload() {
  vi.resetModules()
  return (await import('./draft-memory')).readDraft()
}

const seat = { segmentId: 'seg_1', passengerId: 'pas_1', designator: '15A' }
const chosen = { type: 'seats chosen', offerId: 'off_1', seats: [seatChoice()] } as const

const kept = (passengers: readonly PassengerFields[]): BookingEvent => ({
  type: 'passengers kept',
  offerId: 'off_1',
  party: [{ type: 'adult' }],
  passengers,
  hadPassports: false,
})

beforeEach(() => {
  sessionStorage.clear()
  remember({ type: 'booked' })
})

test('r017 a reload leaves the chosen seats, without their prices', async () => {
  remember(chosen)

  expect(keptSeats(await reload(), 'off_1')).toEqual([seat])
  expect(keptSeats(await reload(), 'off_2')).toEqual([])
})

test('who travels is known without a look into the storage, as a page asks at each draw', () => {
  const passengers = [{ ...emptyPassenger, firstName: 'Maya' }]
  remember(kept(passengers))
  const read = vi.spyOn(Storage.prototype, 'getItem')

  expect(fromDraft(memory.draftPassengers(), [{ type: 'adult' }])).toEqual(passengers)
  expect(read).not.toHaveBeenCalled()
})

test('r023 a reload leaves that a passport was typed, without the passport, until the trip is booked', async () => {
  const passengers = [{ ...emptyPassenger, firstName: 'Maya', passportNumber: '565011983' }]
  remember(kept(passengers))

  expect((await reload()).passportOffers).toEqual(['off_1'])
  expect(JSON.stringify(sessionStorage)).not.toContain('565011983')
  remember({ type: 'booked' })
  expect((await reload()).passportOffers).toEqual([])
})

test('r017 bag08 a reload leaves the chosen bags with their prices, so that dearer ones are named', async () => {
  remember({ type: 'bags chosen', offerId: 'off_1', bags: [keptBag({ quantity: 2 })], told: [] })

  expect(keptBags(await reload(), 'off_1')).toEqual([keptBag({ quantity: 2 })])
  remember({ type: 'bags chosen', offerId: 'off_1', bags: [], told: [] })
  expect(sessionStorage).toHaveLength(0)
})

test('bag08 after a reload too a failed booking without bags keeps away those of an older one', async () => {
  remember({ type: 'bags kept', offerId: null, bags: [], bookedAt: '2026-11-20T11:00:00Z' })
  const reloaded = await reload()

  expect(areGivenBackSince(reloaded, '2026-11-20T10:00:00Z')).toBe(true)
  expect(areGivenBackSince(reloaded, '2026-11-20T12:00:00Z')).toBe(false)
})

test('r023 who travels goes with the document', async () => {
  remember(chosen)
  const passengers = [{ ...emptyPassenger, firstName: 'Maya' }]
  remember(kept(passengers))

  expect((await reload()).passengers).toEqual([])
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Maya')
})

test.each([
  ['were booked', { type: 'booked' }],
  ['were given back', { ...chosen, seats: [] }],
] as const)('seats that %s are kept no longer', async (_, event) => {
  remember(chosen)
  remember(event)

  expect(keptSeats(await reload(), 'off_1')).toEqual([])
  expect(sessionStorage).toHaveLength(0)
})

test('what a reload found is still there after another event', async () => {
  remember(chosen)
  vi.resetModules()
  const next = await import('./draft-memory')
  next.remember({ type: 'tried again', offerId: 'off_1' })

  expect(keptSeats(next.readDraft(), 'off_1')).toEqual([seat])
})
