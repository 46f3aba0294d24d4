import { expect, test } from 'vitest'
import { addDecimals, compareDecimals, multiplyDecimal, subtractDecimals } from './decimal'

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

test.each([
  ['18.50', 2, '37.00'],
  ['7500', 3, '22500'],
  ['12.345', 3, '37.035'],
  ['0.10', 3, '0.30'],
  ['75.00', 0, '0.00'],
])('%s taken %i times is %s, exactly', (amount, times, product) => {
  expect(multiplyDecimal(amount, times)).toBe(product)
})

test.each([
  ['9.50', '10', -1],
  ['18.5', '18.50', 0],
  ['12.346', '12.345', 1],
])('%s beside %s: %i', (a, b, sign) => {
  expect(Math.sign(compareDecimals(a, b))).toBe(sign)
})

test('nothing is taken from what is less', () => {
  expect(() => subtractDecimals('1', '1.01')).toThrow()
})

test('what is no amount is refused', () => {
  expect(() => addDecimals(['1,284'])).toThrow()
})
