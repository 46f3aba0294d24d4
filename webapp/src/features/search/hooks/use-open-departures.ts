'use client'
import { useState } from 'react'
import { lastShownOffer } from '@/lib/shown-prices'
import { readStored, store } from '@/lib/storage'
import type { Departure } from '../lib/departures'

/** What was opened (true) and closed (false) in the list of one search. */
interface Kept {
  search: string
  choices: Record<string, boolean>
}

const KEY = 'openDepartures'

function readChoices(search: string) {
  const kept = readStored<Kept>('sessionStorage', KEY)
  return kept?.search === search ? kept.choices : {}
}

/**
 * Which departures of a list are open. Back from a flight finds them as they were, and open where the flight would be
 * folded away: its price may have risen, so that it is no longer the first of its departure.
 */
export function useOpenDepartures(search: string) {
  const [choices, setChoices] = useState(() => readChoices(search))
  const [lastChosen] = useState(lastShownOffer)

  const isOpen = ({ key, others }: Departure) => choices[key] ?? others.some(({ id }) => id === lastChosen)
  const toggle = (departure: Departure) => {
    const next = { ...choices, [departure.key]: !isOpen(departure) }
    setChoices(next)
    store('sessionStorage', KEY, { search, choices: next } satisfies Kept)
  }
  return { isOpen, toggle }
}
