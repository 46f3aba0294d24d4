import { expect, test } from 'vitest'
import { offer } from '@/testing/offers'
import { seatWordsOf } from './chosen-seats'

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
  ['nothing chosen', [], adult, 'The airline assigns a seat'],
  ['a lap infant', [], { id: 'pas_3', type: 'infant_without_seat' }, 'On an adult’s lap'],
] as const)('where somebody sits: %s', (_, seats, member, words) => {
  expect(seatWordsOf(offer(), seats, member)).toBe(words)
})

test('each chosen seat stands with its flight, in the order of the flights', () => {
  const [first] = offer().slices
  if (!first) throw new Error('an offer without flights')
  const [out] = first.segments
  if (!out) throw new Error('a direction without flights')
  const back = { ...first, segments: [{ ...out, id: 'seg_2', origin: out.destination, destination: out.origin }] }
  const seats = [seat('seg_2', '22C'), seat('seg_1', '15A')]

  expect(seatWordsOf({ slices: [first] }, seats, adult)).toBe('Seat 15A')
  expect(seatWordsOf({ slices: [first, back] }, seats, adult)).toBe('JFK to LHR 15A, LHR to JFK 22C')
})
