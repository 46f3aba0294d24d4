import { expect, test } from 'vitest'
import { factsOf, type SeatFacts } from '@/components/offer/cabin'
import { seatOffer } from '@/lib/sold-seats'
import { mapOf, restrictedSeat, row, seatElement, seatsOf } from '@/testing/seats'
import { isOpen, refusalWords, removalWords, type SeatView, seatLine, sortSeats, spokenSeat } from './seat-words'

function factsFor(designator: string, part: Partial<SeatFacts> = {}): SeatFacts {
  const [facts] = [...factsOf(mapOf([row(15, seatsOf(designator))])).values()]
  if (!facts) throw new Error(`No seat ${designator}`)
  return { ...facts, spots: ['window'], ...part }
}

function view(designator: string, amount: string | null, part: Partial<SeatView> = {}): SeatView {
  const element = part.element ?? seatElement(designator, amount)
  return {
    element,
    facts: factsFor(designator),
    offer: seatOffer(element),
    cabinClass: 'economy',
    barrier: null,
    holder: 0,
    isMine: false,
    ...part,
  }
}
const legroom = factsFor('15A', { kind: 'legroom', isExit: true })
const [kept] = [...factsOf(mapOf([row(28, seatsOf('28A'), [restrictedSeat()])])).values()].slice(-1)
const restricted = view('28B', null, { element: restrictedSeat(), facts: kept })
const barred = view('15A', '89', { facts: legroom, barrier: 'exit row, 16 or older only' })

test.each([
  [view('15A', '22', { facts: legroom }), 'Row 15, seat A, window, exit row, extra legroom, available, $22'],
  [view('15A', null, { facts: legroom }), 'Row 15, seat A, window, exit row, extra legroom, taken'],
  [
    view('15B', '0', { holder: 1, isMine: true }),
    'Row 15, seat B, window, standard, chosen for this passenger, no charge',
  ],
  [view('15B', '22', { holder: 2 }), 'Row 15, seat B, window, standard, chosen for passenger 2, $22'],
  [view('15B', null), 'Row 15, seat B, window, standard, taken'],
  [barred, 'Row 15, seat A, window, extra legroom, exit row, 16 or older only'],
  [restricted, 'Row 28, window and aisle, not available'],
  [{ ...restricted, facts: { ...restricted.facts, row: null } }, 'Seat, window and aisle, not available'],
  [
    view('15A', '22', { facts: factsFor('15A', { isOverWing: true }) }),
    'Row 15, seat A, window, over the wing, standard, available, $22',
  ],
])('s126 a seat is heard with its place, kind, state and price', (seat, words) => {
  expect(spokenSeat(seat)).toBe(words)
})

test.each([
  [view('15A', '22', { facts: legroom }), '15A · $22 · Window, extra legroom'],
  [view('15B', '0', { facts: { ...legroom, spots: [] } }), '15B · no charge · Middle, extra legroom'],
  [view('15B', null), '15B · taken · Window, standard'],
  [restricted, 'Row 28 · not available'],
  [barred, '15A · $89 · Window, extra legroom · exit row, 16 or older only'],
  [
    view('15A', '22', { element: seatElement('15A', '22', { disclosures: ['Limited recline'] }) }),
    '15A · $22 · Window, standard · Limited recline',
  ],
])('s126 a seat is read with its price and kind', (seat, words) => {
  expect(seatLine(seat)).toBe(words)
})

test.each([
  [view('15B', null), 'Seat 15B can’t be chosen: taken.'],
  [barred, 'Seat 15A can’t be chosen: exit row, 16 or older only.'],
  [restricted, 'This seat can’t be chosen: not available.'],
])('s126 why a seat can’t be chosen is said', (seat, words) => {
  expect(refusalWords(seat)).toBe(words)
})

test.each([
  ['22', 'Seat 15A removed, $22 less.'],
  ['0', 'Seat 15A removed.'],
])('s126 a removed seat is named, with what the trip costs less', (amount, words) => {
  expect(removalWords({ id: 'ase_15A', designator: '15A', amount, currency: 'USD' })).toBe(words)
})

test('s126 a seat that is barred or taken is not open, and one of the party always is', () => {
  expect(
    [restricted, barred, view('15B', null), view('15B', null, { holder: 1 }), view('15B', '0')].map(isOpen),
  ).toEqual([false, false, false, true, true])
})

const at = (spots: SeatView['facts']['spots']) => ({ facts: { ...legroom, spots } })
const seats = [
  view('15A', '22', at(['window'])),
  view('15B', '5', at([])),
  view('15C', '9', at(['aisle'])),
  view('16A', '7', at(['window', 'aisle'])),
]

test.each([
  ['row', '15A 15B 15C 16A'],
  ['window', '15A 16A 15B 15C'],
  ['aisle', '15C 16A 15A 15B'],
  ['price', '15B 16A 15C 15A'],
] as const)('seats sorted by %s', (order, expected) => {
  expect(
    sortSeats(seats, order)
      .map(({ element }) => element.designator)
      .join(' '),
  ).toBe(expected)
})
