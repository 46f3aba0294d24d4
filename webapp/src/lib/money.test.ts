import { expect, test } from 'vitest'
import {
  changeInWords,
  differenceInWords,
  fareParts,
  formatDifference,
  formatExact,
  formatPrice,
  formatTotal,
  shareInWords,
  spokenPrice,
} from './money'

test.each([
  ['1284', 'USD', '$1,284'],
  ['1284.50', 'USD', '$1,285'],
  [99, 'GBP', '£99'],
  ['15000', 'JPY', '¥15,000'],
  [null, 'USD', 'USD N/A'],
  ['', 'EUR', 'EUR N/A'],
  ['abc', 'EUR', 'EUR N/A'],
  ['10', 'not a code', 'not a code N/A'],
])('s201 the fare %j %s reads %s', (amount, currency, shown) => {
  expect(formatPrice(amount, currency)).toBe(shown)
})

test.each([
  ['1284.50', 'USD', '1,285 US dollars'],
  ['15000', 'JPY', '15,000 Japanese yen'],
  [null, 'EUR', 'EUR N/A'],
])('day04 the fare %j %s is read aloud as %s', (amount, currency, spoken) => {
  expect(spokenPrice(amount, currency)).toBe(spoken)
})

test('s201 a fare without a currency is in US dollars', () => {
  expect(formatPrice('10')).toBe('$10')
})

test.each([
  ['1284', '243.90', 1040, 244],
  ['1284', '243.49', 1041, 243],
  ['1284', '0', 1284, 0],
])('s201 r003 a fare of %s with taxes of %s is shown as %i and %i', (amount, tax_amount, base, taxes) => {
  expect(fareParts({ amount, tax_amount })).toEqual({ base, taxes })
})

test('r003 a total that seats make uneven is shown with its cents', () => {
  expect(formatTotal('1338.50', 'USD')).toBe('$1,338.50')
  expect(formatTotal('1284.00', 'USD')).toBe('$1,284')
})

test('a small price keeps the decimals of its currency', () => {
  expect(formatExact('18', 'USD')).toBe('$18.00')
  expect(formatExact('1800', 'JPY')).toBe('¥1,800')
  expect(formatExact('7.5', 'USD')).toBe('$7.50')
})

test.each([
  ['2682.50', 'HUF', 'HUF\u00a02,682.50'],
  ['9425.125', 'IQD', 'IQD\u00a09,425.125'],
])('r003 of %s %s nothing that is charged is rounded away', (amount, currency, shown) => {
  expect(formatTotal(amount, currency)).toBe(shown)
})

test.each([
  ['1592', '1284', '+$308'],
  ['1146', '1284', '−$138'],
  ['1284.00', '1284', ''],
  ['1302.50', '1284', '+$18.50'],
])('%s beside %s is "%s"', (amount, base, expected) => {
  expect(formatDifference({ amount, currency: 'USD' }, { amount: base, currency: 'USD' })).toBe(expected)
})

test('prices in two currencies have no difference', () => {
  expect(formatDifference({ amount: '1592', currency: 'EUR' }, { amount: '1284', currency: 'USD' })).toBe('')
})

test.each([
  ['1322', '$38 more than before'],
  ['1271.50', '$12.50 less than before'],
  ['1284', 'the same price as before'],
])('r038 a changed price of %s is told as "%s"', (amount, words) => {
  expect(differenceInWords({ amount, currency: 'USD' }, { amount: '1284', currency: 'USD' })).toBe(words)
})

test.each([
  ['87', '99', 'raised this fare from $87 to $99'],
  ['99', '87', 'lowered this fare from $99 to $87'],
])('r039 a fare that went from %s to %s is told in numbers', (before, now, words) => {
  expect(changeInWords({ amount: now, currency: 'USD' }, { amount: before, currency: 'USD' })).toBe(
    `The airline ${words} while you were looking.`,
  )
})

test('r039 a fare in another currency is told as changed', () => {
  expect(changeInWords({ amount: '80', currency: 'GBP' }, { amount: '87', currency: 'USD' })).toBe(
    'The airline changed this fare from $87 to £80 while you were looking.',
  )
})

test('a total is told for one of several, and where it does not divide evenly as about so much', () => {
  expect(shareInWords({ amount: '1230', currency: 'USD' }, 3)).toBe('$410 per traveler')
  expect(shareInWords({ amount: '1231', currency: 'USD' }, 3)).toBe('about $410 per traveler')
  expect(shareInWords({ amount: '1231', currency: 'USD' }, 3, 'each on average')).toBe('about $410 each on average')
})
