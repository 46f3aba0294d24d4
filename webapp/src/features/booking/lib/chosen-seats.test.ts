import { expect, test } from 'vitest'
import { offer } from '@/testing/offers'
import { seatGaps, seatWordsOf } from './chosen-seats'

const adult = { id: 'pas_1', type: 'adult' } as const
const price = { amount: '18.50', currency: 'USD' }
const seat = (segmentId: string, designator: string) => ({
  segmentId,
  passengerId: 'pas_1',
  designator,
  seatId: `ase_${designator}`,
  cabinClass: 'economy',
  price,
})

test.each([
  ['nothing chosen', [], adult, 'No seat chosen, the airline assigns one'],
  ['a lap infant', [], { id: 'pas_3', type: 'infant_without_seat' }, 'On an adult’s lap'],
] as const)('where somebody sits: %s', (_, seats, member, words) => {
  expect(seatWordsOf(offer(), seats, member)).toBe(words)
})

function thereAndBack() {
  const [first] = offer().slices
  if (!first) throw new Error('an offer without flights')
  const [out] = first.segments
  if (!out) throw new Error('a direction without flights')
  const back = { ...first, segments: [{ ...out, id: 'seg_2', origin: out.destination, destination: out.origin }] }
  return { first, back }
}

test('each chosen seat stands with its flight, in the order of the flights', () => {
  const { first, back } = thereAndBack()
  const seats = [seat('seg_2', '22C'), seat('seg_1', '15A')]

  expect(seatWordsOf({ slices: [first] }, seats, adult)).toBe('Seat 15A')
  expect(seatWordsOf({ slices: [first, back] }, seats, adult)).toBe('JFK to LHR 15A, LHR to JFK 22C')
})

test('s128 a flight without a chosen seat is told beside those with one', () => {
  const { first, back } = thereAndBack()

  expect(seatWordsOf({ slices: [first, back] }, [seat('seg_2', '22C')], adult)).toBe(
    'LHR to JFK 22C, no seat chosen on JFK to LHR',
  )
  expect(seatWordsOf({ slices: [first, back, first] }, [seat('seg_2', '22C')], adult)).toBe(
    'LHR to JFK 22C, no seat chosen on the other 2 flights',
  )
})

test('s128 who has no seat on a flight on which others sit is known, but no lap infant', () => {
  const { first, back } = thereAndBack()
  const child = { id: 'pas_2', type: 'child' } as const
  const party = [adult, child, { id: 'pas_3', type: 'infant_without_seat' } as const]
  const hers = { ...seat('seg_1', '15B'), passengerId: 'pas_2' }
  const gapsOf = (seats: Parameters<typeof seatGaps>[2]) => seatGaps({ slices: [first, back] }, party, seats)

  expect(gapsOf([])).toEqual([])
  expect(gapsOf([seat('seg_1', '15A'), hers])).toEqual([])
  expect(gapsOf([seat('seg_1', '15A'), hers, seat('seg_2', '22C')])).toEqual([{ way: 'LHR to JFK', members: [child] }])
})
