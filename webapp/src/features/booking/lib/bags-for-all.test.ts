// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { sellingBags } from '@/testing/bag-offers'
import { bagService, roundTripWithStop } from '@/testing/offers'
import { bagsTotal, soldBags } from './bag-choices'
import { bagsForAll } from './bags-for-all'
import type { PartyMember } from './passengers'

const adult: PartyMember = { id: 'pas_1', type: 'adult' }
const none = [{ type: 'checked', quantity: 0 }]
const bare = roundTripWithStop().map((way) => ({
  ...way,
  segments: way.segments.map((one) => ({ ...one, baggages: none })),
}))
const out = ['seg_1', 'seg_2']

/** The services that are taken for a party, and what they cost. */
function taken(part: Parameters<typeof sellingBags>[0] = {}, party: readonly PartyMember[] = [adult]) {
  const offer = sellingBags({ slices: bare, ...part })
  const bags = bagsForAll(offer, party, soldBags(offer, party))
  return { ids: bags.map(({ serviceId }) => serviceId), total: bagsTotal(bags) }
}

test('bag07 the cheapest bags that cover each flight once are taken', () => {
  expect(taken()).toEqual({ ids: ['ase_trip'], total: '140.50' })
})

test('bag07 two bags of a direction are taken where they cost less than one of the whole trip', () => {
  const services = [
    bagService({ id: 'ase_out', segment_ids: out, total_amount: '60.00' }),
    bagService({ id: 'ase_back', segment_ids: ['seg_3'], total_amount: '75.00' }),
    bagService({ id: 'ase_trip', segment_ids: [...out, 'seg_3'], total_amount: '140.50' }),
  ]

  expect(taken({ available_services: services })).toEqual({ ids: ['ase_out', 'ase_back'], total: '135.00' })
})

test('bag07 a direction that the fare has a bag for is not bought again', () => {
  const [there, back] = [bare[0], roundTripWithStop()[1]]

  expect(taken({ slices: [there, back].flatMap((way) => way ?? []) })).toEqual({ ids: ['ase_out'], total: '75.00' })
})

test('bag07 each traveler with a seat has one, and an infant on a lap needs none', () => {
  const party: PartyMember[] = [adult, { id: 'pas_2', type: 'child' }, { id: 'pas_3', type: 'infant_without_seat' }]
  const trip = [...out, 'seg_3']
  const services = ['pas_1', 'pas_2', 'pas_3'].map((id) =>
    bagService({ id: `ase_${id}`, passenger_ids: [id], segment_ids: trip }),
  )

  expect(taken({ available_services: services }, party)).toEqual({ ids: ['ase_pas_1', 'ase_pas_2'], total: '150.00' })
  expect(taken({ available_services: services.slice(0, 1) }, party).ids).toEqual([])
})

test.each([
  ['the fare has them', { slices: roundTripWithStop() }],
  ['none is sold', { available_services: [] }],
  ['one flight has none for sale', { available_services: [bagService({ segment_ids: out })] }],
])('bag07 there are no bags to add where %s', (_, part) => {
  expect(taken(part).ids).toEqual([])
})
