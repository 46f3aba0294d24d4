import { expect, test } from 'vitest'
import { addDecimals } from './decimal'

test.each([
  [['1284', '18.00', '36.5'], '1338.50'],
  [['0.10', '0.20'], '0.30'],
  [['1977.00'], '1977.00'],
  [['0.05'], '0.05'],
  [[], '0'],
  [['9007199254740993', '0.01'], '9007199254740993.01'],
])('%j makes %s, exactly', (amounts, sum) => {
  expect(addDecimals(amounts)).toBe(sum)
})

test('what is no amount is refused', () => {
  expect(() => addDecimals(['1,284'])).toThrow()
})
