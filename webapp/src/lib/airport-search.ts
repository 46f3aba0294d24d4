import * as words from '@/messages/lib/airports'
import { locale } from '@/messages/locale'
import { type Airport, type AirportIndex, type IndexedAirport, MIN_QUERY } from './airports'
import { citySpellings } from './city-spellings'

const MAX_RESULTS = 15

/** Letters that are not a plain one with a mark. */
const plain: Record<string, string> = { ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', ł: 'l', đ: 'd', ı: 'i' }

/** "São Paulo" is found by "sao", "København" by "kobenhavn", "St Louis" by "St. Louis", "Chicago O'Hare" by "ohare". */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/['’\p{Diacritic}]/gu, '')
    .toLowerCase()
    .replace(/[øæœßłđı]/g, (letter) => plain[letter] ?? letter)
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .replace(/\bsaint\b/g, 'st')
    .trim()

const allAirportsOf = (airport: Airport): Airport => ({
  ...airport,
  id: `city_${airport.city_code}`,
  iata_code: airport.city_code,
  name: words.allAirports({ city: airport.city_name }),
  size: 'city',
})

/** Cities of several airports. One whose code is also an airport's can't be asked for: the code means the airport. */
function citiesOf(airports: readonly Airport[]) {
  const codes = new Set(airports.map(({ iata_code }) => iata_code))
  const counts = new Map<string, number>()
  const isSecondOfCity = ({ city_code }: Airport) => {
    const count = (counts.get(city_code) ?? 0) + 1
    counts.set(city_code, count)
    return count === 2 && !codes.has(city_code)
  }
  return airports.filter(isSecondOfCity).map(allAirportsOf)
}

/** The airports, and the cities that stand for several of them. */
export function indexAirports(airports: readonly Airport[]): AirportIndex {
  return [...citiesOf(airports), ...airports].map((airport) => ({
    airport,
    city: fold(airport.city_name),
    name: fold(airport.size === 'city' ? airport.city_name : airport.name),
    spellings: fold(citySpellings[airport.city_code] ?? '').split(' '),
    code: fold(airport.iata_code),
    cityCode: fold(airport.city_code),
    country: fold(airport.country_code),
  }))
}

/** Of several airports of a city the one that most people mean comes first. */
const sizes = ['city', 'major', 'large', 'regional']
const bySize = (a: IndexedAirport, b: IndexedAirport) => sizes.indexOf(a.airport.size) - sizes.indexOf(b.airport.size)
const byCity = (a: IndexedAirport, b: IndexedAirport) => a.city.localeCompare(b.city)

/** 0 exact, 1 prefix, 2 elsewhere. */
function rank({ city, name, spellings, code, cityCode }: IndexedAirport, query: string) {
  const words = [city, name, code, cityCode, ...spellings]
  if (words.includes(query)) return 0
  return words.some((word) => word.startsWith(query)) ? 1 : 2
}

/** The word is a part of the city or the name, begins another name of the city, or is a code or the country. */
const fits = ({ city, name, spellings, code, cityCode, country }: IndexedAirport, word: string) =>
  city.includes(word) ||
  name.includes(word) ||
  spellings.some((spelling) => spelling.startsWith(word)) ||
  [code, cityCode, country].includes(word)

/** What people add and no airport needs: "New York City", "London all airports", "Great Britain". */
const fillers = new Set(['airport', 'airports', 'all', 'international', 'intl', 'city', 'dc', 'great'])

/** What people call countries beside their names. Such a word means nothing else: "uk" is no part of Fukuoka. */
const nicknames: Record<string, string> = {
  uk: 'gb',
  britain: 'gb',
  england: 'gb',
  scotland: 'gb',
  usa: 'us',
  america: 'us',
  uae: 'ae',
}

let regionNames: Intl.DisplayNames | undefined

/** "us" -> ["united", "states"]. Made when first needed: phones are slow at it. */
function countryWords(code: string) {
  regionNames ??= new Intl.DisplayNames(locale, { type: 'region' })
  return fold(regionNames.of(code.toUpperCase()) ?? '').split(' ')
}

const MIN_MISTYPED = 4

/** The same but for one letter after the first: wrong, too many, too few, or swapped with its neighbour. */
function isOneOff(a: string, b: string) {
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  if (same === 0) return false
  const [restA, restB] = [a.slice(same), b.slice(same)]
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  return isSwapped || restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
}

/** `typed` may be the beginning of a word, as it is while somebody types. */
const isMistyped = (typed: string, words: string) =>
  typed.length >= MIN_MISTYPED &&
  words.split(' ').some((word) => [-1, 0, 1].some((by) => isOneOff(typed, word.slice(0, typed.length + by))))

type Rule = (entry: IndexedAirport, word: string) => boolean

const fitsOrIsCountry: Rule = (entry, word) =>
  nicknames[word]
    ? nicknames[word] === entry.country
    : fits(entry, word) || countryWords(entry.country).some((name) => name.startsWith(word))

const nearlyFits: Rule = (entry, word) =>
  fitsOrIsCountry(entry, word) || isMistyped(word, [entry.city, entry.name, ...entry.spellings].join(' '))

/** By the first rule that finds any: the largest airports that are meant, those whose city is named before the others. */
function searchNearly(index: AirportIndex, words: readonly string[]) {
  const meant = words.filter((word) => !fillers.has(word))
  if (meant.length === 0) return []
  const cityRank = ({ city }: IndexedAirport) =>
    meant.some((word) => city.includes(word) || isMistyped(word, city)) ? 0 : 1
  const found = [fitsOrIsCountry, nearlyFits]
    .map((rule) => index.filter((entry) => meant.every((word) => rule(entry, word))))
    .find((entries) => entries.length > 0)
  return (found ?? []).sort((a, b) => cityRank(a) - cityRank(b) || bySize(a, b) || byCity(a, b))
}

/**
 * Every word of the query fits. Exact matches come first, then prefixes, then the rest; within each by city. Where
 * nothing fits, a country's name will do, its nickname too, and a word may have one letter wrong.
 */
export function searchAirports(index: AirportIndex, query: string): Airport[] {
  const text = fold(query)
  if (text.length < MIN_QUERY) return []
  const words = text.split(' ')
  const fitting = index
    .filter((entry) => words.every((word) => !nicknames[word] && fits(entry, word)))
    .sort((a, b) => rank(a, text) - rank(b, text) || byCity(a, b) || bySize(a, b))
  const found = fitting.length > 0 ? fitting : searchNearly(index, words)
  return found.slice(0, MAX_RESULTS).map(({ airport }) => airport)
}
