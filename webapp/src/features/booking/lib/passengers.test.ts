import { expect, test } from 'vitest'
import { partyOf } from './passengers'

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
