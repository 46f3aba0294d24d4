import { expect, test } from 'vitest'
import { caretIn, expiryFault, expiryText, expiryWords, leaveExpiry, readExpiry } from './card-expiry'

/** What the field shows, given the texts that a browser would hand over in turn. */
const shownAfter = (texts: readonly string[], before = '') =>
  texts.reduce((shown, text) => expiryText(readExpiry(text, shown)), before)

/** One key after another at the end of the field. */
const typed = (keys: string, before = '') =>
  [...keys].reduce((shown, key) => expiryText(readExpiry(shown + key, shown)), before)

const today = '2027-03-05'
const faultOf = (keys: string) => expiryFault(readExpiry(keys, ''), today)

const erased = (times: number, before: string) =>
  Array.from({ length: times }).reduce<string>((shown) => shownAfter([shown.slice(0, -1)], shown), before)

test.each([
  ['1', '1'],
  ['12', '12 / '],
  ['8', '08 / '],
  ['1/', '01 / '],
  ['12/2', '12 / 2'],
  ['1230', '12 / 30'],
  ['12/30', '12 / 30'],
  ['12 / 30', '12 / 30'],
  ['830', '08 / 30'],
  ['122030', '12 / 30'],
  ['12/203', '12 / 203'],
  ['12305', '12 / 30'],
  ['1x2', '12 / '],
])('s131 "%s" typed key by key reads "%s"', (keys, shown) => {
  expect(typed(keys)).toBe(shown)
})

test.each(['12/2030', '1230', '12 / 30', '12/30', '122030', '12-30', ' 12.2030 ', '2030-12'])(
  's131 "%s", pasted or filled in, is December 2030',
  (text) => {
    expect(readExpiry(text, '')).toEqual({ expiryMonth: '12', expiryYear: '30' })
    expect(shownAfter([text], '08 / 29')).toBe('12 / 30')
  },
)

test.each(['8/30', '08/30', '8 - 2030', '830'])('s131 "%s", pasted, is August 2030', (text) => {
  expect(shownAfter([text])).toBe('08 / 30')
})

test.each(['2030', ' 2030 '])('s131 "%s", pasted, is a year that its month is missing for', (text) => {
  expect(readExpiry(text, '')).toEqual({ expiryMonth: '', expiryYear: '30' })
  expect(faultOf(text)).toBe('incomplete')
  expect(shownAfter(['12 / 30'], shownAfter([text]))).toBe('12 / 30')
})

test.each(['Exp 12/30', '(12/30)', 'valid thru: 12/2030.', '2030/12', '2030.12'])(
  's131 "%s", pasted, is December 2030, whatever stands around it',
  (text) => {
    expect(shownAfter([text])).toBe('12 / 30')
  },
)

test.each([
  // A year of four digits, behind the slash and in place of the year.
  ['12 / ', '12 / 2030', '12 / 30'],
  ['12 / 34', '12 / 2030', '12 / 30'],
  ['12 / ', '12 / 1131', '11 / 31'],
  // The same date without its slash: filled in again, or the slash deleted.
  ['12 / 30', '1230', '12 / 30'],
  ['12 / 3', '123', '12 / 3'],
  ['8 / 30', '830', '08 / 30'],
  ['', '(12', '12 / '],
  ['', 'Exp 12/3', '12 / 3'],
])('over "%s" the text "%s" reads "%s"', (before, text, shown) => {
  expect(shownAfter([text], before)).toBe(shown)
})

test('a month that is pasted over itself stays whole', () => {
  expect(expiryText(readExpiry('12', '12 / ', 'insertFromPaste'))).toBe('12 / ')
})

test('the Backspace key of a phone, whose keyboard inserts what it leaves, goes back over the slash', () => {
  expect(expiryText(readExpiry('12 /', '12 / ', 'insertCompositionText'))).toBe('1')
  expect(expiryText(readExpiry('12', '12 / ', 'insertCompositionText'))).toBe('1')
})

test('a date pasted behind the one that stands there takes its place', () => {
  expect(shownAfter(['12 / 11/31'], '12 / ')).toBe('11 / 31')
})

test('the Backspace key goes back over the slash to an empty field', () => {
  const steps = [1, 2, 3, 4].map((times) => erased(times, '12 / 30'))
  expect(steps).toEqual(['12 / 3', '12 / ', '1', ''])
})

test('a whole word taken back, slash and all, does not bring the slash again', () => {
  expect(shownAfter(['12'], '12 / ')).toBe('1')
})

test('a month is mended in its place, and the year stays', () => {
  expect(shownAfter(['1 / 30', '11 / 30'], '12 / 30')).toBe('11 / 30')
  expect(shownAfter([' / 30', '0 / 30', '02 / 30'], '1 / 30')).toBe('02 / 30')
  expect(shownAfter(['123 / 30'], '12 / 30')).toBe('12 / 30')
  // Backspace behind the slash: it stands again.
  expect(shownAfter(['12 /30'], '12 / 30')).toBe('12 / 30')
})

test.each([
  ['1', '01 / '],
  ['1 / 30', '01 / 30'],
  ['0', '0'],
  ['12 / 3', '12 / 3'],
  ['', ''],
])('a field that is left with "%s" reads "%s"', (text, shown) => {
  expect(expiryText(leaveExpiry(text))).toBe(shown)
})

test.each([
  ['', 0],
  ['1', 1],
  ['12', 2],
  ['12 /', 2],
  ['12 / 3', 6],
  ['123456', 7],
])('behind "%s" the cursor of "12 / 30" stands at %i', (behind, position) => {
  expect(caretIn('12 / 30', behind)).toBe(position)
})

test.each([
  ['', 'incomplete'],
  ['12', 'incomplete'],
  ['12/3', 'incomplete'],
  ['12/203', 'incomplete'],
  // The beginning of a year of four digits.
  ['12/20', 'incomplete'],
  ['13', 'month'],
  ['00/30', 'month'],
  ['02/27', 'past'],
  ['12/26', 'past'],
  ['03/27', null],
  ['12/30', null],
])('s134 "%s" has the fault %s', (keys, fault) => {
  expect(faultOf(keys)).toBe(fault)
})

test('s134 each fault has a sentence of its own', () => {
  expect(new Set(Object.values(expiryWords)).size).toBe(3)
})
