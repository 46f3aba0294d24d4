import { expect, test } from 'vitest'
import { phoneFault, withCountryCode } from './phone'

test.each([
  ['617 555 0118', 'US', '+16175550118'],
  ['(617) 555-0118', 'CA', '+16175550118'],
  ['1-617-555-0118', 'US', '+16175550118'],
  ['07700 900123', 'GB', '+447700900123'],
  ['06 12 34 56 78', 'FR', '+33612345678'],
  ['612 345 678', 'ES', '+34612345678'],
])('s118 r020 %s dialled in %s is %s', (typed, country, expected) => {
  expect(withCountryCode(typed, country)).toBe(expected)
})

test.each([
  ['a number with its country code', '+44 7700 900123', 'US'],
  ['a number of another country', '07700 900123', 'US'],
  ['a number too short', '555 0118', 'US'],
  ['a country whose numbers are not known', '21 3456 7890', 'BR'],
])('s118 r020 %s stays as typed', (_, typed, country) => {
  expect(withCountryCode(typed, country)).toBe(typed)
})

test.each([
  ['+1 617 555 0118', null],
  ['0044 7700 900123', null],
  ['+44 12', 'short'],
  ['+1 617 555 01', 'short'],
  ['+1 617 555 0118 9', 'long'],
  ['+44 7700 900123 900123', 'long'],
  ['617 555 0118', 'countryless'],
  ['+', 'countryless'],
  ['+1 617 CALL ME', 'sign'],
])('s118 r020 what is wrong with the number %s is: %s', (text, fault) => {
  expect(phoneFault(text)).toBe(fault)
})
