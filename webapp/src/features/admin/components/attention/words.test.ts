import { expect, test } from 'vitest'
import { holdWords } from './words'

test('a hold that is over is not said to end', () => {
  const end = '2026-11-25T12:00:00Z'

  expect(holdWords(end, Date.parse(end) - 1)).toMatch(/^the hold ends /)
  expect(holdWords(end, Date.parse(end))).toMatch(/^the hold ended /)
})
