import { expect, test } from 'vitest'
import { seatOffer } from '@/lib/seats'
import { seatElement } from '@/testing/seats'
import { isOpen, type SeatView, seatLine, sortSeats, spokenSeat } from './seat-words'

function view(designator: string, amount: string | null, part: Partial<SeatView> = {}): SeatView {
  const element = part.element ?? seatElement(designator, amount)
  return {
    element,
    facts: { row: 15, letter: designator.slice(-1), spots: ['window'], kind: 'standard', isExit: false },
    offer: seatOffer(element),
    cabinClass: 'economy',
    barrier: null,
    holder: 0,
    isMine: false,
    ...part,
  }
}
const legroom: SeatView['facts'] = { row: 15, letter: 'A', spots: ['window'], kind: 'legroom', isExit: true }
const barred = view('15A', '89', { facts: legroom, barrier: 'exit row, not for children' })

test.each([
  [view('15A', '22', { facts: legroom }), 'Row 15, seat A, window, extra legroom, available, $22'],
  [
    view('15B', '0', { holder: 1, isMine: true }),
    'Row 15, seat B, window, standard, chosen for this passenger, no charge',
  ],
  [view('15B', '22', { holder: 2 }), 'Row 15, seat B, window, standard, chosen for passenger 2, $22'],
  [view('15B', null), 'Row 15, seat B, window, standard, taken'],
  [barred, 'Row 15, seat A, window, extra legroom, exit row, not for children'],
])('s126 a seat is heard with its place, kind, state and price', (seat, words) => {
  expect(spokenSeat(seat)).toBe(words)
})

test.each([
  [view('15A', '22', { facts: legroom }), '15A · $22 · Window, extra legroom'],
  [view('15B', '0', { facts: { ...legroom, spots: [] } }), '15B · no charge · Middle, extra legroom'],
  [view('15B', null), '15B · taken · Window, standard'],
  [barred, '15A · $89 · Window, extra legroom · exit row, not for children'],
  [
    view('15A', '22', { element: seatElement('15A', '22', { disclosures: ['Limited recline'] }) }),
    '15A · $22 · Window, standard · Limited recline',
  ],
])('s126 a seat is read with its price and kind', (seat, words) => {
  expect(seatLine(seat)).toBe(words)
})

test('s126 a seat that is barred or taken is not open, and one of the party always is', () => {
  expect([barred, view('15B', null), view('15B', null, { holder: 1 }), view('15B', '0')].map(isOpen)).toEqual([
    false,
    false,
    true,
    true,
  ])
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
