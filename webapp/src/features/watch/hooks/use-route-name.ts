'use client'
import { useEffect } from 'react'
import { findAirport, useAirports } from '@/lib/airports'
import { routeName } from '@/lib/route-name'

interface Ends {
  origin: string
  destination: string
}

/** "New York to London"; "JFK to LHR" until the list of airports is there. */
export function useRouteName({ origin, destination }: Ends) {
  const { airports, needAirports } = useAirports()
  const { index } = airports
  useEffect(needAirports, [needAirports])
  const placeOf = (code: string) => ({
    iata_code: code,
    city_name: (index && findAirport(index, code)?.city_name) ?? code,
  })
  return routeName(placeOf(origin), placeOf(destination))
}
