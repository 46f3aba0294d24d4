import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expiryHint, frequentCountries, isPassportRequired, normalisedNumber, otherCountries } from './passport'
import { countryProblem, expiryProblem, numberProblem } from './passport-rules'

const today = '2027-03-05'
const place = (iata_code: string, country_code: string) => ({ iata_code, country_code })
const way = (from: [string, string], to: [string, string]) => ({ origin: place(...from), destination: place(...to) })
const offer = (isAsked: boolean, slice: ReturnType<typeof way>, segments = [slice]) => ({
  passenger_identity_documents_required: isAsked,
  slices: [{ ...slice, segments }],
})

const domestic = way(['JFK', 'US'], ['LAX', 'US'])

test.each([
  ['s120_the airline asks', offer(true, domestic), true],
  ['s121_another country', offer(false, way(['JFK', 'US'], ['CDG', 'FR'])), true],
  ['s121_New York to London', offer(false, way(['JFK', 'US'], ['LHR', 'US'])), true],
  ['s121_London to New York', offer(false, way(['LHR', 'GB'], ['JFK', 'GB'])), true],
  [
    's121_a stop abroad',
    offer(false, domestic, [way(['JFK', 'US'], ['YYZ', 'CA']), way(['YYZ', 'CA'], ['LAX', 'US'])]),
    true,
  ],
  ['a flight at home', offer(false, domestic), false],
])('%s: passport required is %s', (_, of, isRequired) => {
  expect(isPassportRequired(of)).toBe(isRequired)
})

test.each([
  ['', 'Passport number is required'],
  ['1234', 'Passport number must be at least 5 characters'],
  ['A'.repeat(21), 'Passport number cannot exceed 20 characters'],
  ['12-345', 'Passport number can only contain letters and numbers'],
  ['12345', null],
  ['A'.repeat(20), null],
])('s122_number %s: %s', (number, problem) => {
  expect(numberProblem(number)).toBe(problem)
})

test('s122_a number is kept in capitals without spaces', () => {
  expect(normalisedNumber(' ab 12 345 ')).toBe('AB12345')
})

test.each([
  ['', 'Passport expiry date is required'],
  ['2027-03-05', 'Passport must not be expired'],
  ['2027-03-06', null],
])('s123_expiry "%s": %s', (expiry, problem) => {
  expect(expiryProblem(expiry, today, today)).toBe(problem)
})

test.each([
  ['2027-06-09', 'Passport must be valid on the day of the last flight'],
  ['2027-06-10', null],
])('s123_expiry "%s" before a journey in June: %s', (expiry, problem) => {
  expect(expiryProblem(expiry, today, '2027-06-10')).toBe(problem)
})

test.each([
  ['', 'Choose the issuing country'],
  ['USA', 'Country code must be exactly 2 characters (ISO code)'],
  ['U1', 'Country code must contain only letters'],
  ['US', null],
])('s124_country "%s": %s', (country, problem) => {
  expect(countryProblem(country)).toBe(problem)
})

test('s124_every country that the server takes is offered once, 24 of them first', () => {
  const rules = readFileSync('../svc-booking/src/domain/countries.rs', 'utf8')
  const taken = /CODES: &str = "([^"]+)"/.exec(rules)?.[1]?.match(/[A-Z]{2}/g)
  const offered = [...frequentCountries, ...otherCountries].map(({ code }) => code)

  expect(frequentCountries).toHaveLength(24)
  expect(offered.sort()).toEqual(taken)
})

test('s124_countries stand by their names in the order of the alphabet', () => {
  expect(frequentCountries.slice(0, 2).map(({ name }) => name)).toEqual(['Australia', 'Austria'])
  expect(otherCountries.map(({ name }) => name).slice(0, 2)).toEqual(['Afghanistan', 'Åland Islands'])
})

test.each([
  ['', null],
  ['2027-03-05', 'Passport has expired'],
  ['2027-08-31', "Less than 6 months validity. Many countries won't accept it."],
  ['2027-09-01', null],
])('s125_beside "%s" stands %s', (expiry, hint) => {
  expect(expiryHint(expiry, today, today)).toBe(hint)
})

test('s125_the six months count from the journey', () => {
  expect(expiryHint('2027-09-01', today, '2027-06-10')).toMatch(/^Less than 6 months validity/)
  expect(expiryHint('2027-12-31', today, '2027-06-10')).toBeNull()
})
