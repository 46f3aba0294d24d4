import { expect, test } from 'vitest'
import { durationSteps, priceSteps, roundTicks } from './ticks'

test.each([
  [
    [430, 1170],
    [600, 800, 1000],
  ],
  [
    [410, 440],
    [410, 420, 430, 440],
  ],
  [
    [1284, 9990],
    [2000, 4000, 6000, 8000],
  ],
] as const)('prices from %j are marked at %j', (span, marks) => {
  expect(roundTicks(span, priceSteps)).toEqual(marks)
})

test('hours are marked in whole ones', () => {
  expect(roundTicks([420, 1110], durationSteps)).toEqual([540, 720, 900, 1080])
})

test('a span beyond every step has no marks', () => {
  expect(roundTicks([0, 10_000_000], priceSteps)).toEqual([])
})
