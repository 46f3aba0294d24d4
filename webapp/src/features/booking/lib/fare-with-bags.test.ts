import { expect, test } from 'vitest'
import type { Baggage } from '@/lib/api/types'
import { chosenBag, soldBag } from '@/testing/bags'
import { fare, offer, segment, slice } from '@/testing/offers'
import { cheaperWithBags, sumWithBags } from './fare-with-bags'

const holding = (checked: number | null, cabin: number | null = 1): Baggage[] => [
  { type: 'carry_on', quantity: cabin },
  { type: 'checked', quantity: checked },
]
/** There and back without a checked bag, for $1,317. */
const light = offer({
  price: { amount: '1317.00' },
  slices: [
    slice({ segments: [segment({ baggages: holding(0) })] }),
    slice({ id: 'sli_2', segments: [segment({ id: 'seg_2', baggages: holding(0) })] }),
  ],
})
const adult = { id: 'pas_1', type: 'adult' } as const
const there = chosenBag()
const back = chosenBag({ serviceId: 'ase_back', coverage: 'slice 1', segmentIds: ['seg_2'] })
const cabinBag = chosenBag({ serviceId: 'ase_cabin', kind: 'carry_on', weightKg: null })
const classic = fare('off_classic', '1400.00', { baggages: holding(1) })

type Order = Parameters<typeof cheaperWithBags>[0]
const order = (part: Partial<Order> = {}): Order => ({
  offer: light,
  party: [adult],
  bags: [there, back],
  sold: [there, back],
  ...part,
})
const found = (part: Partial<Order> = {}, fares = [classic]) => cheaperWithBags(order(part), fares)?.offer_id ?? null

test('a fare that includes the chosen bags is found where it costs less than this one with them', () => {
  expect(sumWithBags(order())).toEqual({ amount: '1467.00', currency: 'USD' })
  expect(found()).toBe('off_classic')
  expect(found({ bags: [there] })).toBeNull()
})

test('of several, the cheapest is found, and never the fare itself', () => {
  const itself = fare(light.id, '900.00', { baggages: holding(1) })
  const flex = fare('off_flex', '1410.00', { baggages: holding(2) })

  expect(found({}, [itself, flex, classic])).toBe('off_classic')
  expect(found({}, [itself])).toBeNull()
})

test.each([
  ['costs the same', fare('off_2', '1467.00', { baggages: holding(1) })],
  ['costs more', fare('off_2', '1467.01', { baggages: holding(1) })],
  ['includes no checked bag', fare('off_2', '1400.00', { baggages: holding(0) })],
  ['does not state its bags', fare('off_2', '1400.00', { baggages: holding(null) })],
  ['includes fewer cabin bags than this one', fare('off_2', '1400.00', { baggages: holding(1, 0) })],
  [
    'is sold in another currency',
    fare('off_2', '1', { baggages: holding(1), price: { ...classic.price, currency: 'EUR' } }),
  ],
])('a fare that %s is not found', (_, other) => {
  expect(found({}, [other])).toBeNull()
})

test('more pieces on one flight than the other fare includes are not replaced by it', () => {
  const two = { bags: [{ ...there, quantity: 2 }] }

  expect(found(two)).toBeNull()
  expect(found(two, [fare('off_2', '1400.00', { baggages: holding(2) })])).toBe('off_2')
})

test('a bag that this fare includes counts beside the chosen one', () => {
  const slices = light.slices.map((way) => ({
    ...way,
    segments: way.segments.map((one) => ({ ...one, baggages: holding(1) })),
  }))

  expect(found({ offer: { ...light, slices } })).toBeNull()
})

test('each traveler has the bags of the fare: those of two are not added up', () => {
  const party = [adult, { id: 'pas_2', type: 'child' } as const]
  const bags = [there, { ...there, traveler: 1, passengerId: 'pas_2', serviceId: 'ase_2' }]

  expect(found({ party, bags })).toBe('off_classic')
})

test('a bag for an infant on a lap is replaced by no fare', () => {
  expect(found({ party: [{ id: 'pas_1', type: 'infant_without_seat' }] })).toBeNull()
})

test('a bag that is heavier than another on sale is replaced by no fare', () => {
  const heavy = { ...there, serviceId: 'ase_heavy', weightKg: 32 }

  expect(found({ bags: [heavy, back], sold: [there, heavy, back] })).toBeNull()
  expect(found({ bags: [heavy, back], sold: [heavy, soldBag({ traveler: 1 })] })).toBe('off_classic')
})

test('chosen cabin bags must be included too, and alone they are not compared', () => {
  const both = fare('off_both', '1400.00', { baggages: holding(1, 2) })

  expect(found({ bags: [there, back, cabinBag] })).toBeNull()
  expect(found({ bags: [there, back, cabinBag] }, [both])).toBe('off_both')
  expect(found({ bags: [{ ...cabinBag, each: { amount: '500', currency: 'USD' } }] }, [both])).toBeNull()
})
