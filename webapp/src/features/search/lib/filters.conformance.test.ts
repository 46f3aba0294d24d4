import { expect, test } from 'vitest'
import { filterStopLabel } from '@/lib/flights'
import { timeBands } from './filters'

test('s087 four bands of six hours, named by their hours', () => {
  expect(Object.entries(timeBands).map(([id, { from, to, hours }]) => [id, from, to, hours])).toEqual([
    ['early_morning', 0, 6, '12:00 AM-5:59 AM'],
    ['morning', 6, 12, '6:00 AM-11:59 AM'],
    ['afternoon', 12, 18, '12:00 PM-5:59 PM'],
    ['evening', 18, 24, '6:00 PM-11:59 PM'],
  ])
})

test('s086 c005 stops are chosen as Nonstop, 1 and 2+', () => {
  expect([0, 1, 2].map(filterStopLabel)).toEqual(['Nonstop', '1 stop', '2+ stops'])
})
