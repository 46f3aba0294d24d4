import { type Airport, type AirportIndex, type IndexedAirport, MIN_QUERY } from './airports'

const MAX_RESULTS = 15

/** "São Paulo" is found by "sao", "St Louis" by "St. Louis", "Chicago O'Hare" by "ohare". */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/['’\p{Diacritic}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .replace(/\bsaint\b/g, 'st')
    .trim()

export function indexAirports(airports: readonly Airport[]): AirportIndex {
  return airports.map((airport) => ({
    airport,
    city: fold(airport.city_name),
    name: fold(airport.name),
    code: fold(airport.iata_code),
    cityCode: fold(airport.city_code),
    country: fold(airport.country_code),
  }))
}

/** Of several airports of a city the one that most people mean comes first. */
const sizes = ['major', 'large', 'regional']
const bySize = (a: IndexedAirport, b: IndexedAirport) => sizes.indexOf(a.airport.size) - sizes.indexOf(b.airport.size)
const byCity = (a: IndexedAirport, b: IndexedAirport) => a.city.localeCompare(b.city)

/** 0 exact, 1 prefix, 2 elsewhere. */
function rank({ city, name, code, cityCode }: IndexedAirport, query: string) {
  const words = [city, name, code, cityCode]
  if (words.includes(query)) return 0
  return words.some((word) => word.startsWith(query)) ? 1 : 2
}

/** The word is a part of the city or the name, or is a code or the country. */
const fits = ({ city, name, code, cityCode, country }: IndexedAirport, word: string) =>
  city.includes(word) || name.includes(word) || code === word || cityCode === word || country === word

/** What people add and no airport needs: "New York City", "Washington DC". */
const fillers = new Set(['airport', 'airports', 'international', 'intl', 'city', 'dc'])

/** What people call countries beside their names. */
const nicknames: Record<string, string> = {
  uk: 'gb',
  england: 'gb',
  scotland: 'gb',
  usa: 'us',
  america: 'us',
  uae: 'ae',
}

let regionNames: Intl.DisplayNames | undefined

/** "us" -> ["united", "states"]. Made when first needed: phones are slow at it. */
function countryWords(code: string) {
  regionNames ??= new Intl.DisplayNames('en', { type: 'region' })
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
  fits(entry, word) ||
  nicknames[word] === entry.country ||
  countryWords(entry.country).some((name) => name.startsWith(word))

const nearlyFits: Rule = (entry, word) =>
  fitsOrIsCountry(entry, word) || isMistyped(word, `${entry.city} ${entry.name}`)

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
 * nothing fits, a country's name will do, and a word may have one letter wrong.
 */
export function searchAirports(index: AirportIndex, query: string): Airport[] {
  const text = fold(query)
  if (text.length < MIN_QUERY) return []
  const words = text.split(' ')
  const fitting = index
    .filter((entry) => words.every((word) => fits(entry, word)))
    .sort((a, b) => rank(a, text) - rank(b, text) || byCity(a, b) || bySize(a, b))
  const found = fitting.length > 0 ? fitting : searchNearly(index, words)
  return found.slice(0, MAX_RESULTS).map(({ airport }) => airport)
}
