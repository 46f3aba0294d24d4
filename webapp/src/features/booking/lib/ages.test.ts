import { expect, test } from 'vitest'
import { ageOn, countsByAge, misfitAge } from './ages'
import { holderWords } from './passenger-rules'
import type { PartyMember } from './passengers'

const days = { travelDate: '2027-03-12', today: '2027-01-01' }
const member = (type: PartyMember['type']): PartyMember => ({ id: '', type })
const born = (dateOfBirth: string) => ({ dateOfBirth })

test.each([
  ['2025-03-12', 2],
  ['2025-03-13', 1],
  ['1989-04-18', 37],
])('born on %s is %s years old on the day of travel', (dateOfBirth, age) => {
  expect(ageOn(dateOfBirth, '2027-03-12')).toBe(age)
})

test.each([
  ['2015-03-12', 'child', 12],
  ['2025-03-12', 'infant_without_seat', 2],
  ['2019-06-01', 'adult', 7],
  ['2015-03-13', 'child', null],
  ['', 'child', null],
  ['2028-01-01', 'child', null],
] as const)('r016 somebody born on "%s" with the ticket of a(n) %s is of another age: %j', (date, type, age) => {
  expect(misfitAge(born(date), member(type), days)).toBe(age)
})

test('r016 a party is counted anew by its dates of birth, and without one by its ticket', () => {
  const party = (['adult', 'adult', 'child', 'child', 'infant_without_seat'] as const).map(member)
  const passengers = ['1989-04-18', '', '2015-03-12', '2020-01-01', '2025-01-01'].map(born)

  expect(countsByAge(passengers, party, days)).toEqual({ adults: 3, children: 2, infants: 0, ages: [7, 2] })
})

test.each([
  ['2013-01-01', 14, null],
  ['2013-01-01', 13, 14],
  ['2026-06-01', 0, null],
  ['2025-06-01', 0, 1],
])('r016 somebody born on "%s" who was searched for as %i is of another age: %j', (date, searched, age) => {
  const type = searched < 2 ? 'infant_without_seat' : 'child'
  expect(misfitAge(born(date), { ...member(type), age: searched }, days)).toBe(age)
})

test('r016 who was searched for by age is counted as before, whatever ticket the airline sells', () => {
  const party: PartyMember[] = [
    member('adult'),
    { ...member('adult'), age: 14 },
    { ...member('child'), age: 4 },
    { ...member('infant_without_seat'), age: 0 },
  ]

  const counted = countsByAge(['', '', '2022-01-01', ''].map(born), party, days)
  expect(counted).toEqual({ adults: 1, children: 2, infants: 1, ages: [14, 5, 0] })
})

test('r016 a party with an age that nobody knows is searched without ages', () => {
  const party = (['adult', 'child', 'child'] as const).map(member)

  expect(countsByAge(['', '2020-01-01', ''].map(born), party, days)).toMatchObject({ children: 2, ages: [] })
})

test('r016 who was searched for as a child of 14 and is 13 is still searched for as a child', () => {
  const party: PartyMember[] = [member('adult'), { ...member('adult'), age: 14 }]

  const counted = countsByAge(['1989-04-18', '2014-01-01'].map(born), party, days)
  expect(counted).toEqual({ adults: 1, children: 1, infants: 0, ages: [13] })
})

test.each([
  [member('child'), 'a child aged 2 to 11'],
  [{ ...member('adult'), age: 14 }, 'a child aged 14'],
  [{ ...member('infant_without_seat'), age: 0 }, 'an infant under 1'],
])('r016 the ticket of %j is for %s', (of, words) => {
  expect(holderWords(of)).toBe(words)
})
