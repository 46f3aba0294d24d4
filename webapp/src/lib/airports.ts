'use client'
import { useCallback, useRef, useState } from 'react'

/** An airport, or all airports of a city: then the code is the city's. */
export interface Airport {
  id: string
  iata_code: string
  name: string
  city_name: string
  /** Shared by the airports of a city: "NYC", "LON". */
  city_code: string
  country_code: string
  time_zone: string
  /** "major", "large" or "regional"; "city" for all airports of one. */
  size: string
}

/** An airport with its words as the search compares them. */
export interface IndexedAirport {
  airport: Airport
  city: string
  name: string
  /** Other names of the city, a word each. */
  spellings: readonly string[]
  code: string
  cityCode: string
  country: string
}

export type AirportIndex = readonly IndexedAirport[]

/** Letters of a query before anything is searched. */
export const MIN_QUERY = 2

export const airportLabel = (airport: Airport) => `${airport.city_name} (${airport.iata_code})`

export const findAirport = (index: AirportIndex, code: string) =>
  index.find((entry) => entry.airport.iata_code === code)?.airport ?? null

/** The city that the code is in, or is; the code itself while the airports are not known. */
export const cityCodeOf = (index: AirportIndex | null, code: string) =>
  (index && findAirport(index, code)?.city_code) ?? code

export type AirportsState = { status: 'loading' | 'building' | 'error'; index: null } | Airports

interface Airports {
  status: 'ready'
  index: AirportIndex
  search: (query: string) => Airport[]
}

/** The list and its search come as chunks of their own, once, when a field first needs them. */
let built: Promise<Airports> | null = null

function buildIndex(onLoaded: () => void): Promise<Airports> {
  built ??= Promise.all([import('@seeds/airports.json'), import('./airport-search')]).then(([list, finder]) => {
    onLoaded()
    const index = finder.indexAirports(list.default)
    return { status: 'ready', index, search: (query) => finder.searchAirports(index, query) }
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
    buildIndex(() => setAirports({ status: 'building', index: null })).then(setAirports, () => {
      isAsked.current = false
      setAirports({ status: 'error', index: null })
    })
  }, [])

  return { airports, needAirports }
}
