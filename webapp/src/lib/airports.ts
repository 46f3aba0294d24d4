'use client'
import { useCallback, useRef, useState } from 'react'
import { type Airport, type AirportIndex, indexAirports } from './airport-search'

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
