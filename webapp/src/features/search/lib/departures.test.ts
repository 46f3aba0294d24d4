import { describe, expect, test } from 'vitest'
import { carrier, offer, segment, slice, sliceBy, sliceWithStop } from '@/testing/offers'
import { groupByDeparture } from './departures'
import { othersInWords } from './others-in-words'

const ids = (offers: readonly { id: string }[]) => offers.map(({ id }) => id).join('')
const grouped = (...offers: ReturnType<typeof offer>[]) =>
  groupByDeparture(offers).map(({ first, others }) => `${first.id}+${ids(others)}`)
const by = (id: string, ...flights: string[]) => offer({ id, slices: flights.map(sliceBy) })

test('offers with the same flights out stand together, in the order of the list, and none is lost', () => {
  expect(
    grouped(by('a', '1', '7'), by('b', '2', '7'), by('c', '1', '8'), by('d', '2', '9'), by('e', '1', '7')),
  ).toEqual(['a+ce', 'b+d'])
})

describe('other flights are another departure:', () => {
  const usual = segment()
  test.each([
    ['another seller', slice({ segments: [{ ...usual, marketing_carrier: carrier('AA') }] })],
    ['another number', slice({ segments: [{ ...usual, flight_number: '179' }] })],
    ['another hour', slice({ segments: [{ ...usual, departing_at: '2027-03-05T19:35:00' }] })],
    ['one flight more', sliceWithStop()],
  ])('%s', (_, other) => {
    expect(grouped(offer({ id: 'a' }), offer({ id: 'b', slices: [other] }))).toEqual(['a+', 'b+'])
  })
})

test('the airline that flies is none of it, nor the names of fare and slice', () => {
  const same = slice({
    id: 'sli_9',
    fare_brand_name: 'Flex',
    segments: [segment({ operating_carrier: carrier('AA') })],
  })

  expect(grouped(offer({ id: 'a' }), offer({ id: 'b', slices: [same] }))).toEqual(['a+b'])
})

test('s070 an offer that does not fly has no place', () => {
  expect(grouped(offer({ slices: [] }), offer({ slices: [slice({ segments: [] })] }), offer({ id: 'a' }))).toEqual([
    'a+',
  ])
})

describe('what folds is said as what it is:', () => {
  test.each([
    ['1 more fare for this flight', ['1'], ['1']],
    ['2 more fares for this flight', ['1'], ['1'], ['1']],
    ['2 more fares for these flights', ['1', '7'], ['1', '7'], ['1', '7']],
    ['1 more return flight with this departure', ['1', '7'], ['1', '8']],
    ['2 more return flights with this departure', ['1', '7'], ['1', '8'], ['1', '9']],
    ['1 more return flight and 2 more fares with this departure', ['1', '7'], ['1', '8'], ['1', '7'], ['1', '8']],
  ])('%s', (words, ...offers) => {
    const [group] = groupByDeparture(offers.map((flights, index) => by(String(index), ...flights)))

    expect(group && othersInWords(group)).toBe(words)
  })

  test('2 more fares for these flights, also one way with a stop', () => {
    const [group] = groupByDeparture(['a', 'b', 'c'].map((id) => offer({ id, slices: [sliceWithStop()] })))

    expect(group && othersInWords(group)).toBe('2 more fares for these flights')
  })
})

test('a thousand offers are read once each', () => {
  let reads = 0
  const many = Array.from({ length: 1000 }, (_, index) => {
    const slices = [sliceBy(String(index % 40)), sliceBy(String(index % 7))]
    return Object.defineProperty(offer({ id: String(index) }), 'slices', { get: () => ++reads && slices })
  })

  const groups = groupByDeparture(many)

  expect(reads).toBe(1000)
  expect(groups).toHaveLength(40)
  expect(groups.reduce((sum, { others }) => sum + 1 + others.length, 0)).toBe(1000)
})
