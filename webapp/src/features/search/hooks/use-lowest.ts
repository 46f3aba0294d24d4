'use client'
import { useState } from 'react'
import type { View } from '../lib/view'
import type { useResults } from './use-results'

type Results = Pick<ReturnType<typeof useResults>, 'offers' | 'page' | 'total' | 'isSearching'>

/** The lowest price of all flights; null where a cheaper one may still come, or be on a page that is not here. */
function lowestOf({ offers, page, total, isSearching }: Results, sort: View['sort']) {
  const isKnown = page && !isSearching && (sort === 'price-asc' || total <= offers.length)
  return isKnown ? (offers[0]?.price ?? null) : null
}

/** The lowest price that a search has found. Once known it stands in any order of the list, until it is forgotten. */
export function useLowest(results: Results, sort: View['sort']) {
  const known = lowestOf(results, sort)
  const [last, setLast] = useState(known)
  if (known && known !== last) setLast(known)
  return { found: known ?? last, forget: () => setLast(null) }
}
