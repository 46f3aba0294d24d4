import { expect, test } from 'vitest'
import { bagService, offer, roundTripWithStop, slice } from '@/testing/offers'
import { bagInside, bagName, bagServices, cheapestBag, coverageOf, coverageWords, piecesInWords } from './bags'

const trip = roundTripWithStop()
const oneWay = [slice()]

test.each([
  ['all flights of the way out', ['seg_1', 'seg_2'], 'Outbound flight'],
  ['all flights of the way back', ['seg_3'], 'Return flight'],
  ['all flights', ['seg_3', 'seg_1', 'seg_2'], 'Whole trip'],
  ['one flight of several', ['seg_1'], 'New York to Dublin'],
  ['flights of both directions', ['seg_2', 'seg_3'], 'Dublin to London, London to New York'],
])('bag03 a bag for %s says so', (_, segmentIds, words) => {
  expect(coverageWords(trip, coverageOf(trip, segmentIds) ?? '')).toBe(words)
})

test('bag03 a trip of one direction has an outbound flight', () => {
  expect(coverageWords(oneWay, coverageOf(oneWay, ['seg_1']) ?? '')).toBe('Outbound flight')
})

test.each([
  ['no flight', []],
  ['a flight of another trip', ['seg_1', 'seg_9']],
])('bag03 a bag for %s covers nothing that could be said', (_, segmentIds) => {
  expect(coverageOf(trip, segmentIds)).toBeNull()
})

test('bag08 what a bag covers is alike for offers of the same flights, whatever their ids', () => {
  const others = trip.map((way) => ({
    ...way,
    segments: way.segments.map((one) => ({ ...one, id: `other_${one.id}` })),
  }))

  for (const ids of [['seg_1'], ['seg_1', 'seg_2'], ['seg_1', 'seg_2', 'seg_3']]) {
    const theirs = ids.map((id) => `other_${id}`)
    expect(coverageOf(others, theirs)).toBe(coverageOf(trip, ids))
  }
})

test('bag03 a bag is named by its kind, its weight where it is known, and what it covers', () => {
  const bag = { kind: 'checked', weightKg: 23, coverage: 'slice 0' }

  expect(bagName(bag)).toBe('Checked bag, 23 kg')
  expect(bagName({ kind: 'carry_on', weightKg: null })).toBe('Cabin bag')
  expect(bagInside(trip, bag)).toBe('checked bag, 23 kg, outbound flight')
  expect(piecesInWords(trip, { ...bag, quantity: 2 })).toBe('2 checked bags, 23 kg, outbound flight')
  expect(piecesInWords(trip, { kind: 'carry_on', weightKg: null, coverage: 'trip', quantity: 1 })).toBe(
    '1 cabin bag, whole trip',
  )
})

test.each([
  ['in another currency', { total_currency: 'EUR' }],
  ['for two passengers', { passenger_ids: ['pas_1', 'pas_2'] }],
  ['for nobody', { passenger_ids: [] }],
  ['of an unknown kind', { bag_kind: null }],
  ['of a kind of tomorrow', { bag_kind: 'ski_bag' }],
  ['for an unknown flight', { segment_ids: ['seg_9'] }],
  ['of which there is none', { maximum_quantity: 0 }],
])('bag09 a service %s is not offered', (_, part) => {
  const sold = (service = bagService()) => bagServices(offer({ available_services: [service] }))

  expect(sold()).toHaveLength(1)
  expect(sold(bagService(part))).toEqual([])
})

test('no order takes more than nine pieces, however many the airline has', () => {
  const [bag] = bagServices(offer({ available_services: [bagService({ maximum_quantity: 20 })] }))

  expect(bag?.most).toBe(9)
})

const wayOut = ['seg_1', 'seg_2']
const whole = [...wayOut, 'seg_3']
const priced = (segment_ids: string[], total_amount: string, part = {}) =>
  bagService({ id: `ase_${total_amount}`, segment_ids, total_amount, ...part })

test.each([
  ['of two for a direction the cheaper one', [priced(wayOut, '110.00'), priced(wayOut, '75.00')], '75.00', 'direction'],
  ['one for a direction before one for all', [priced(whole, '60.00'), priced(wayOut, '75.00')], '75.00', 'direction'],
  ['one for the trip where there is no other', [priced(whole, '140.00')], '140.00', 'trip'],
  ['one for a flight', [priced(['seg_1'], '9.50')], '9.50', 'flight'],
  ['no cabin bag', [priced(wayOut, '30.00', { bag_kind: 'carry_on' }), priced(wayOut, '75.00')], '75.00', 'direction'],
])('the cheapest bag is %s', (_, available_services, amount, span) => {
  expect(cheapestBag(offer({ slices: trip, available_services }))).toEqual({ price: { amount, currency: 'USD' }, span })
})

test('there is no cheapest bag where none is sold, or for flights that are no direction', () => {
  expect(cheapestBag(offer({ slices: trip }))).toBeNull()
  expect(cheapestBag(offer({ slices: trip, available_services: [priced(['seg_2', 'seg_3'], '90.00')] }))).toBeNull()
  expect(cheapestBag(offer({ available_services: [bagService()] }))?.span).toBe('oneWay')
})

test('bag09 a bag for an infant on a lap alone is not the cheapest', () => {
  const passengers = [
    { id: 'pas_1', type: 'adult', age: null },
    { id: 'pas_2', type: 'infant_without_seat', age: null },
  ]
  const available_services = [priced(wayOut, '75.00'), priced(wayOut, '10.00', { passenger_ids: ['pas_2'] })]

  expect(cheapestBag(offer({ slices: trip, passengers, available_services }))?.price.amount).toBe('75.00')
})
