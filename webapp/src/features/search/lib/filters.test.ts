import { describe, expect, test } from 'vitest'
import type { Segment } from '@/lib/api/types'
import { bagService, carrier, offer, segment, slice, sliceWithStop } from '@/testing/offers'
import { boundsOf } from './bounds'
import {
  activeGroups,
  bandOf,
  type Filters,
  filterAirlines,
  filterOffers,
  noFilters,
  passingOthers,
  releases,
} from './filters'

const at = (time: string) => segment({ departing_at: `2027-03-05T${time}:00` })
const passes = (one: ReturnType<typeof offer>, filters: Partial<Filters>) =>
  filterOffers([one], { ...noFilters, ...filters }, null).length === 1

test('s085 exactly twelve airlines can be chosen', () => {
  expect(filterAirlines.join(' ')).toBe('AA DL UA B6 WN AS F9 NK CX QF BA LH')
})

test.each([
  ['00:00', 'early_morning'],
  ['05:59', 'early_morning'],
  ['06:00', 'morning'],
  ['12:00', 'afternoon'],
  ['17:59', 'afternoon'],
  ['18:00', 'evening'],
  ['23:59', 'evening'],
])('s087 %s is in the band %s', (time, band) => {
  expect(bandOf(`2027-03-05T${time}:00`)).toBe(band)
})

describe('every filter', () => {
  const direct = offer()
  const oneStop = offer({ slices: [slice(), sliceWithStop()] })

  test('s084 keeps prices within the range, ends included', () => {
    expect(passes(direct, { priceRange: [1284, 1300] })).toBe(true)
    expect(passes(direct, { priceRange: [1000, 1283] })).toBe(false)
  })

  test('r024 lets another currency pass the price range', () => {
    const pounds = offer({ id: 'off_2', price: { currency: 'GBP', amount: '5000' } })
    const shown = filterOffers(
      [direct, offer({ id: 'off_3' }), pounds],
      { ...noFilters, priceRange: [1000, 1300] },
      null,
    )

    expect(shown).toContain(pounds)
  })

  test('s085 keeps offers that a chosen airline sells', () => {
    const american = offer({ slices: [slice({ segments: [segment({ marketing_carrier: carrier('AA') })] })] })

    expect(passes(american, { airlines: ['AA', 'DL'] })).toBe(true)
    expect(passes(direct, { airlines: ['AA', 'DL'] })).toBe(false)
  })

  test('s086 counts the stops of the direction with the most, two and more as one choice', () => {
    const threeStops = offer({ slices: [slice({ segments: [segment(), segment(), segment(), segment()] })] })

    expect(passes(direct, { stops: [0] })).toBe(true)
    expect(passes(oneStop, { stops: [0] })).toBe(false)
    expect(passes(oneStop, { stops: [1] })).toBe(true)
    expect(passes(threeStops, { stops: [2] })).toBe(true)
  })

  test('s087 looks at each slice for itself', () => {
    const trip = offer({ slices: [slice({ segments: [at('07:00')] }), slice({ segments: [at('19:00')] })] })

    expect(passes(trip, { departureTime: [['morning'], []] })).toBe(true)
    expect(passes(trip, { departureTime: [['morning'], ['morning']] })).toBe(false)
    expect(passes(trip, { departureTime: [[], ['evening', 'morning']] })).toBe(true)
    expect(passes(trip, { arrivalTime: [['morning'], []] })).toBe(true)
  })

  test('s088 lets no slice take longer, and none of unknown length', () => {
    const unknown = offer({ slices: [slice({ duration: null, segments: [segment({ duration: null })] })] })

    expect(passes(direct, { duration: 415 })).toBe(true)
    expect(passes(oneStop, { duration: 415 })).toBe(false)
    expect(passes(unknown, { duration: 9999 })).toBe(false)
  })

  test('s089 keeps what the airline calls refundable', () => {
    const refundable = offer({ conditions: { ...direct.conditions, refundable: true } })

    expect(passes(refundable, { refundable: true })).toBe(true)
    expect(passes(direct, { refundable: true })).toBe(false)
  })

  const bagless = { baggages: [{ type: 'checked', quantity: 0 }] }

  test('s090 r042 bag02 keeps offers with a service whose type contains baggage', () => {
    const service = bagService({ type: 'checked_baggage' })
    const slices = [slice({ segments: [segment(bagless)] })]

    expect(passes(offer({ slices, available_services: [service] }), { baggageIncluded: true })).toBe(true)
    expect(passes(offer({ slices }), { baggageIncluded: true })).toBe(false)
  })

  test('r042 bag01 bag02 keeps offers that include a checked bag on every flight', () => {
    const keeps = (...segments: Partial<Segment>[]) =>
      passes(offer({ slices: [slice(), slice({ segments: segments.map(segment) })] }), { baggageIncluded: true })

    expect(keeps({})).toBe(true)
    expect(keeps({}, bagless)).toBe(false)
    expect(keeps({ baggages: [] })).toBe(false)
  })
})

test('see04 less CO2 than typical keeps what the cards call less, and all while nothing is typical', () => {
  const emitting = (id: string, kg: number | null) => offer({ id, emissions_kg_per_traveller: kg })
  const all = [emitting('less', 949), emitting('about', 950), emitting('more', 1200), emitting('silent', null)]
  const kept = (typical: number | null) =>
    filterOffers(all, { ...noFilters, lessEmissions: true }, typical).map(({ id }) => id)

  expect(kept(1000)).toEqual(['less'])
  expect(kept(null)).toHaveLength(4)
})

test('s082 active groups are counted, not choices', () => {
  expect(activeGroups(noFilters)).toEqual([])
  expect(
    activeGroups({ ...noFilters, stops: [0, 1], departureTime: [['morning'], ['evening']], refundable: true }),
  ).toEqual(['stops', 'departureTime', 'refundable'])
})

test('s074 of the filters that keep flights out by themselves the one that keeps most comes first', () => {
  const dear = (id: string) => offer({ id, price: { amount: '900' } })
  const withStop = offer({ id: 'c', price: { amount: '210' }, slices: [sliceWithStop()] })
  const all = [dear('a'), dear('b'), withStop]

  expect(releases(all, { ...noFilters, priceRange: [100, 300], stops: [0], duration: 9000 }, null)).toEqual([
    { group: 'priceRange', count: 2 },
    { group: 'stops', count: 1 },
  ])
  expect(releases(all, { ...noFilters, priceRange: [1, 2], refundable: true }, null)).toEqual([])
})

test('s084 the sliders span the results in steps of ten', () => {
  const bounds = boundsOf([offer({ price: { amount: '1032' } }), offer({ id: 'off_2', price: { amount: '2337' } })])

  expect(bounds).toEqual({ currency: 'USD', price: [1030, 2340], duration: [390, 420] })
  expect(boundsOf([])).toEqual({ currency: 'USD', price: [0, 0], duration: [0, 0] })
})

test('a choice counts what passes the other groups, not its own', () => {
  const cheapDirect = offer({ id: 'a', price: { amount: '200' } })
  const dearDirect = offer({ id: 'b', price: { amount: '900' } })
  const cheapWithStop = offer({ id: 'c', price: { amount: '210' }, slices: [sliceWithStop()] })
  const filters: Filters = { ...noFilters, priceRange: [100, 300], stops: [0] }
  const all = [cheapDirect, dearDirect, cheapWithStop]

  expect(passingOthers(all, filters, 'stops', null).map(({ id }) => id)).toEqual(['a', 'c'])
  expect(passingOthers(all, filters, 'priceRange', null).map(({ id }) => id)).toEqual(['a', 'b'])
})
