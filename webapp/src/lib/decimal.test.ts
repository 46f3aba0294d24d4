import { expect, test } from 'vitest'
import { addDecimals, subtractDecimals } from './decimal'

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

test.each([
  ['2378', '1956.90', '421.10'],
  ['18.50', '18.5', '0.00'],
  ['1284', '1284', '0'],
])('%s without %s is %s, exactly', (whole, part, rest) => {
  expect(subtractDecimals(whole, part)).toBe(rest)
})

test('nothing is taken from what is less', () => {
  expect(() => subtractDecimals('1', '1.01')).toThrow()
})

test('what is no amount is refused', () => {
  expect(() => addDecimals(['1,284'])).toThrow()
})
