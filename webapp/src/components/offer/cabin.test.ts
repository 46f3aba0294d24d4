import { expect, test } from 'vitest'
import { cabin, fixture, mapOf, restrictedSeat, row, seatElement, seatsOf } from '@/testing/seats'
import { factsOf, kindOf, seatByKey, spotWords } from './cabin'

const map = cabin(['15ABC|DEF', '16BC|DEF', '17ABC|DEF', '18A|CD|F', '19A|C', '20A|C'])
const facts = factsOf(map)

test.each([
  [{ name: 'Extra legroom seat' }, 'legroom'],
  [{ disclosures: ['More leg room'] }, 'legroom'],
  [{ name: 'EXTRA LEGROOM' }, 'legroom'],
  [{ name: 'Preferred seat' }, 'preferred'],
  [{ name: 'Standard seat' }, 'standard'],
  [{ name: null }, 'standard'],
] as const)('s126 a seat of %j is %s', (part, kind) => {
  expect(
    kindOf(seatElement('15A', '18.50', { ...part, disclosures: [...('disclosures' in part ? part.disclosures : [])] })),
  ).toBe(kind)
})

test.each([
  ['15A', 'window'],
  ['15B', 'middle'],
  ['15C', 'aisle'],
  ['15D', 'aisle'],
  ['15F', 'window'],
  ['18A', 'window and aisle'],
  ['18C', 'aisle'],
])('s126 seat %s is at the %s', (designator, words) => {
  expect(spotWords(facts.get(designator)?.spots ?? [])).toBe(words)
})

test('s126 an exit row is one by the words of the airline', () => {
  const exit = seatElement('15A', '1', { disclosures: ['Exit row: not for children'] })
  const door = seatElement('15B', '1', { disclosures: ['Near the exits'] })
  const row = { number: 15, sections: [{ elements: [exit, door] }] }
  const found = factsOf({ ...map, cabins: [{ ...map.cabins[0], rows: [row] } as (typeof map.cabins)[number]] })

  expect([...found.values()].map(({ isExit }) => isExit)).toEqual([true, false])
})

test('s126 a wide seat behind an exit within the cabin is at it, also where the airline says nothing of exits', () => {
  const wide = (designator: string) => [seatElement(designator, '1', { name: 'EXTRA LEGROOM' })]
  const exit = row(null, [fixture('exit_row')])
  const found = factsOf(
    mapOf([exit, row(1, wide('1A')), exit, row(2, wide('2A')), row(3, wide('3A')), exit, row(4, seatsOf('4A'))]),
  )

  expect([...found.values()].filter(({ isExit }) => isExit).map(({ key }) => key)).toEqual(['2A'])
})

test.each([
  ['15B', 'ArrowRight', '15C'],
  ['15C', 'ArrowRight', '15D'],
  ['15A', 'ArrowLeft', '15A'],
  ['15B', 'ArrowDown', '16B'],
  ['15A', 'ArrowDown', '16B'],
  ['18D', 'ArrowDown', '19C'],
  ['15A', 'ArrowUp', '15A'],
  ['15E', 'Home', '15A'],
  ['15B', 'End', '15F'],
  ['15A', 'PageDown', '20A'],
  ['17A', 'PageDown', '20A'],
  ['20C', 'PageUp', '15C'],
  ['15B', 'a', null],
  ['99Z', 'ArrowUp', null],
])('from %s the key %s leads to %s', (from, key, to) => {
  expect(seatByKey(facts, from, key)).toBe(to)
})

test('with Control Home and End lead to the ends of the cabin', () => {
  expect([seatByKey(facts, '17B', 'Home', true), seatByKey(facts, '17B', 'End', true)]).toEqual(['15A', '20C'])
})

const short = mapOf(
  [
    row(27, seatsOf('27ABC'), seatsOf('27DEF')),
    row(28, seatsOf('28A'), [restrictedSeat(), restrictedSeat(), restrictedSeat()]),
    row(29, [fixture('lavatory'), ...seatsOf('29C')], seatsOf('29DF')),
  ],
  { first_row_index: 1, last_row_index: 2 },
)

test('s126 a restricted seat has a place in the cabin, which the keyboard comes to', () => {
  const kept = [...factsOf(short).values()].filter(({ letter }) => letter === '')

  expect(kept.map(({ row: number, column, spots }) => [number, column, spotWords(spots)])).toEqual([
    [28, 'D', 'aisle'],
    [28, 'E', 'middle'],
    [28, 'F', 'window'],
  ])
  const [d, e] = kept.map(({ key }) => key) as [string, string]
  expect([seatByKey(factsOf(short), '27D', 'ArrowDown'), seatByKey(factsOf(short), '28A', 'ArrowRight')]).toEqual([
    d,
    d,
  ])
  expect([seatByKey(factsOf(short), d, 'ArrowRight'), seatByKey(factsOf(short), e, 'ArrowUp')]).toEqual([e, '27E'])
})

test('s126 the rows between the first and the last of the wings are over them', () => {
  expect([...factsOf(short).values()].filter(({ isOverWing }) => !isOverWing).map(({ row: number }) => number)).toEqual(
    Array(6).fill(27),
  )
})
