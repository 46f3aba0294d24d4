import { expect, test } from 'vitest'
import { memberLabel, partyOf } from './passengers'

const types = (passengers: { id: string; type: string; age: null }[], query: string) =>
  partyOf({ passengers }, new URLSearchParams(query)).map(({ type }) => type)

const offered = (...kinds: string[]) => kinds.map((type, index) => ({ id: `pas_${index}`, type, age: null }))

test.each<[string, string[], string, string[]]>([
  ['the offer, adults first', ['child', 'adult'], 'adults=1&children=1', ['adult', 'child']],
  ['the offer where the address differs', ['adult'], 'adults=3', ['adult']],
  ['the address where the offer lists nobody', [], 'adults=2&infants=1', ['adult', 'adult', 'infant_without_seat']],
  ['one adult where neither says', [], '', ['adult']],
  ['one adult where the address makes no sense', [], 'adults=many&children=-1', ['adult']],
])('s115_the party is of %s', (_, kinds, query, expected) => {
  expect(types(offered(...kinds), query)).toEqual(expected)
})

test.each([
  ['adult', null, 'Adult (12+ years)'],
  ['child', null, 'Child (2-11 years)'],
  ['child', 4, 'Child aged 4'],
  ['adult', 14, 'Child aged 14, adult ticket'],
  ['infant_without_seat', 0, 'Infant under 1'],
  // Nobody of age is sold a ticket for one age.
  ['adult', 30, 'Adult (12+ years)'],
])('s115_a ticket of a(n) %s of %j is told as "%s"', (type, age, label) => {
  expect(partyOf({ passengers: [{ id: 'pas_1', type, age }] }, new URLSearchParams()).map(memberLabel)).toEqual([label])
})
