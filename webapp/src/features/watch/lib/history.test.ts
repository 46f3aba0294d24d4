import { expect, test } from 'vitest'
import { seenOn, watchedPrice } from '@/testing/watches'
import { HEIGHT, historyInWords, pointsOf, WIDTH } from './history'

test.each([
  ['a fall', watchedPrice().history, 'From $690 to $612 in 9 days'],
  [
    'a rise within a day',
    [seenOn('2026-11-25', '612.00'), seenOn('2026-11-26', '690.00')],
    'From $612 to $690 in 1 day',
  ],
  ['the same price', [seenOn('2026-11-24', '612'), seenOn('2026-11-26', '612.00')], '$612, as 2 days ago'],
  ['one day', [seenOn('2026-11-26', '612.00')], '$612 on Thu, Nov 26'],
  ['nothing', [], null],
])('watch05 %s is told in words', (_, history, told) => {
  expect(historyInWords(history)).toBe(told)
})

test('watch05 days without a price keep their place in the picture, and a lower price stands lower', () => {
  const points = pointsOf([seenOn('2026-11-16', '690'), seenOn('2026-11-17', '650'), seenOn('2026-11-26', '610')])

  expect(points.map(({ x }) => x)).toEqual([0, WIDTH / 10, WIDTH])
  expect(points[1]?.y).toBe(HEIGHT / 2)
  expect(points[0]?.y).toBeLessThan(points[2]?.y ?? 0)
})

test('a price that stays is a line in the middle, and one day is no line', () => {
  expect(pointsOf([seenOn('2026-11-25', '612'), seenOn('2026-11-26', '612')]).map(({ y }) => y)).toEqual([16, 16])
  expect(pointsOf([seenOn('2026-11-26', '612')])).toEqual([])
})
