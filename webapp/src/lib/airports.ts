'use client'
import { useCallback, useRef, useState } from 'react'

export interface Airport {
  id: string
  iata_code: string
  name: string
  city_name: string
  country_code: string
  time_zone: string
  size: string
}

/** An airport with its words as the search compares them. */
interface IndexedAirport {
  airport: Airport
  city: string
  name: string
  code: string
  country: string
}

type AirportIndex = readonly IndexedAirport[]

export const MIN_QUERY = 2
const MAX_RESULTS = 15

/** "São Paulo" is found by "sao". */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

export function indexAirports(airports: readonly Airport[]): AirportIndex {
  return airports.map((airport) => ({
    airport,
    city: fold(airport.city_name),
    name: fold(airport.name),
    code: airport.iata_code.toLowerCase(),
    country: airport.country_code.toLowerCase(),
  }))
}

/** Of several airports of a city the one that most people mean comes first. */
const sizes = ['major', 'large', 'regional']

/** 0 exact, 1 prefix, 2 elsewhere. */
function rank({ city, name, code }: IndexedAirport, query: string) {
  const words = [city, name, code]
  if (words.includes(query)) return 0
  return words.some((word) => word.startsWith(query)) ? 1 : 2
}

/**
 * Every word of the query is a part of the city or the name, or is the code or the country. Exact matches come first,
 * then prefixes, then the rest; within each by city.
 */
export function searchAirports(index: AirportIndex, query: string): Airport[] {
  const text = fold(query.trim())
  if (text.length < MIN_QUERY) return []
  const words = text.split(/\s+/)
  const matches = (entry: IndexedAirport) =>
    words.every(
      (word) => entry.city.includes(word) || entry.name.includes(word) || entry.code === word || entry.country === word,
    )
  return index
    .filter(matches)
    .map((entry) => ({ entry, rank: rank(entry, text) }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        a.entry.city.localeCompare(b.entry.city) ||
        sizes.indexOf(a.entry.airport.size) - sizes.indexOf(b.entry.airport.size),
    )
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry.airport)
}

export const airportLabel = (airport: Airport) => `${airport.city_name} (${airport.iata_code})`

export const findAirport = (index: AirportIndex, code: string) =>
  index.find((entry) => entry.airport.iata_code === code)?.airport ?? null

export type AirportsState =
  | { status: 'loading' | 'building' | 'error'; index: null }
  | { status: 'ready'; index: AirportIndex }

/** The list comes as a chunk of its own, once, when a field first needs it. */
let built: Promise<AirportIndex> | null = null

function buildIndex(onLoaded: () => void): Promise<AirportIndex> {
  built ??= import('@seeds/airports.json').then((module) => {
    onLoaded()
    return indexAirports(module.default)
  })
  built.catch(() => {
    built = null
  })
  return built
}

/** The airports, fetched once `needAirports` is called; where that failed, fetched again by the next call. */
export function useAirports() {
  const [airports, setAirports] = useState<AirportsState>({ status: 'loading', index: null })
  const isAsked = useRef(false)

  const needAirports = useCallback(() => {
    if (isAsked.current) return
    isAsked.current = true
    setAirports({ status: 'loading', index: null })
    buildIndex(() => setAirports({ status: 'building', index: null })).then(
      (index) => setAirports({ status: 'ready', index }),
      () => {
        isAsked.current = false
        setAirports({ status: 'error', index: null })
      },
    )
  }, [])

  return { airports, needAirports }
}
