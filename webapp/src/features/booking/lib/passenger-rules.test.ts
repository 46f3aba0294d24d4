import { expect, test } from 'vitest'
import { emptyPassenger, type PassengerFields, type PassengerRules } from './passenger-form'
import { passengerFormSchema } from './passenger-rules'

const rules: PassengerRules = {
  party: [
    { id: 'pas_1', type: 'adult' },
    { id: 'pas_2', type: 'child' },
  ],
  isPassportRequired: false,
  skipped: [],
  travelDate: '2027-03-12',
  homeCountry: 'US',
  today: '2027-01-01',
}
const maya: PassengerFields = {
  ...emptyPassenger,
  gender: 'female',
  firstName: 'Maya',
  lastName: 'Okafor',
  dateOfBirth: '1989-04-18',
  email: 'maya@example.com',
  phone: '+1 617 555 0118',
}
const ada: PassengerFields = {
  ...emptyPassenger,
  gender: 'female',
  firstName: 'Ada',
  lastName: 'Okafor',
  dateOfBirth: '2019-06-01',
}

/** "0.firstName: First name is required" */
function problems(passengers: PassengerFields[], change: Partial<PassengerRules> = {}) {
  const result = passengerFormSchema({ ...rules, ...change }).safeParse({ passengers })
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`)
}

test('a complete party passes', () => {
  expect(problems([maya, ada])).toEqual([])
})

test('s119_an empty party is refused', () => {
  expect(problems([])).toContain(': At least one passenger is required')
})

test('s117_every passenger has a name and a date of birth', () => {
  expect(problems([maya, { ...ada, firstName: ' ', lastName: '', dateOfBirth: '' }])).toEqual([
    '1.firstName: First name is required',
    '1.lastName: Last name is required',
    '1.dateOfBirth: Date of birth is required',
  ])
})

test.each<[string, Partial<PassengerFields>, string[]]>([
  ['no e-mail', { email: '' }, ['0.email: Valid email is required for primary passenger']],
  ['a broken e-mail', { email: 'maya@' }, ['0.email: Valid email is required for primary passenger']],
  ['no phone', { phone: '' }, ['0.phone: Phone number is required for primary passenger']],
  [
    'a phone without country code',
    { phone: '7700 900123' },
    ['0.phone: Please enter the phone number with its country code, such as +1 202 555 0143'],
  ],
  [
    'a phone that is too short',
    { phone: '+1 617' },
    ['0.phone: This phone number is too short: some digits are missing'],
  ],
])('s118_the primary passenger with %s is refused', (_, change, expected) => {
  expect(problems([{ ...maya, ...change }, ada])).toEqual(expected)
})

test('s118 r020 a number of the country of departure gets its country code', () => {
  const result = passengerFormSchema(rules).safeParse({ passengers: [{ ...maya, phone: '(617) 555-0118' }, ada] })

  expect(result.data?.passengers[0]?.phone).toBe('+16175550118')
})

test('s118_another passenger may leave the e-mail out, but not misspell it', () => {
  expect(problems([maya, { ...ada, email: 'ada' }])).toEqual(['1.email: Please enter a valid email address'])
})

test.each<[string, Partial<PassengerFields>, string[]]>([
  ['a sex alone', { title: '', gender: 'male' }, []],
  ['Dr and a sex', { title: 'dr', gender: 'female' }, []],
  ['Dr alone', { title: 'dr', gender: '' }, ['0.gender: Select male or female: the airline requires it']],
  ['neither', { title: '', gender: '' }, ['0.gender: Select male or female: the airline requires it']],
])('r020 r044 %s: sex is required, the title is not', (_, change, expected) => {
  expect(problems([{ ...maya, ...change }, ada])).toEqual(expected)
})

test.each([
  ['2015-03-12', false],
  ['2015-03-13', true],
  ['2025-03-12', true],
  ['2025-03-13', false],
])('r016_a child born on %s fits on the day of travel: %s', (dateOfBirth, fits) => {
  expect(problems([maya, { ...ada, dateOfBirth }]).length === 0).toBe(fits)
})

test('r016_an age that does not fit is told beside the ages of the ticket', () => {
  expect(problems([maya, { ...ada, dateOfBirth: '2015-03-12' }])).toEqual([
    '1.dateOfBirth: Aged 12 on Fri, Mar 12, 2027. This fare is for a child aged 2 to 11',
  ])
})

test.each([
  ['1824-03-12', 'Please check the date of birth'],
  ['0019-04-18', 'Please check the date of birth'],
  ['2027-01-02', 'Enter a date in the past'],
  ['2026-12-01', 'Under 1 year old on Fri, Mar 12, 2027. This fare is for an adult aged 12 or older'],
])('r016 born on %s the adult is told: %s', (dateOfBirth, words) => {
  expect(problems([{ ...maya, dateOfBirth }, ada])).toEqual([`0.dateOfBirth: ${words}`])
})

test('r016_a ticket that was searched for by age is for that age, beyond 11 years too', () => {
  const ofFourteen: PassengerRules['party'] = [
    { id: 'pas_1', type: 'adult' },
    { id: 'pas_2', type: 'child', age: 14 },
  ]

  expect(problems([maya, { ...ada, dateOfBirth: '2013-03-12' }], { party: ofFourteen })).toEqual([])
  expect(problems([maya, { ...ada, dateOfBirth: '2013-03-13' }], { party: ofFourteen })).toEqual([
    '1.dateOfBirth: Aged 13 on Fri, Mar 12, 2027. This fare is for a child aged 14',
  ])
})

test('airlines take no two passengers of one name', () => {
  expect(problems([maya, { ...ada, firstName: 'MAYA' }])).toEqual([
    "1.firstName: Two passengers can't have the same name",
  ])
})

test('r044 two passengers whose tickets would have the same name are told', () => {
  const long = { firstName: 'Maximiliana Alexandrina', lastName: 'Okafor' }

  expect(
    problems([
      { ...maya, ...long },
      { ...ada, ...long, firstName: 'Maximiliana Alexandra' },
    ]),
  ).toEqual(["1.firstName: Two passengers can't have the same name"])
})

test.each([
  ['Žofie', []],
  ['Þóra', []],
  ['Abcdefghijklmnopqrstu', []],
  ['J0hn', ['0.firstName: First name can only have letters, spaces, hyphens and apostrophes, as in the passport']],
  ['-', ['0.firstName: First name needs at least one letter']],
])('r044 the form takes "%s", or says why not', (firstName, expected) => {
  expect(problems([{ ...maya, firstName }, ada])).toEqual(expected)
})

test('s120_where passports are required each part is asked for', () => {
  expect(problems([maya], { isPassportRequired: true, party: rules.party.slice(0, 1) })).toEqual([
    '0.passportNumber: Passport number is required',
    '0.passportExpiryDate: Passport expiry date is required',
    '0.passportIssuingCountry: Choose the issuing country',
  ])
})

test('s125_an optional passport that was begun is checked, a skipped one is not', () => {
  const begun = { ...maya, passportNumber: '12' }

  expect(problems([begun, ada])).toHaveLength(3)
  expect(problems([begun, ada], { skipped: [true, false] })).toEqual([])
})

test('two passengers with one passport are told, unless the passport is left out', () => {
  const passport = { passportNumber: 'C01X00T48', passportExpiryDate: '2031-01-01', passportIssuingCountry: 'DE' }
  const family = [
    { ...maya, ...passport },
    { ...ada, ...passport, passportNumber: 'c01 x00 t48' },
  ]

  expect(problems(family)).toEqual(['1.passportNumber: Another passenger has this passport number'])
  expect(problems(family, { skipped: [false, true] })).toEqual([])
  expect(
    problems([
      { ...maya, ...passport },
      { ...ada, ...passport, passportIssuingCountry: 'FR' },
    ]),
  ).toEqual([])
})
