'use client'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { SearchCriteria } from '@/lib/criteria'
import { type CellTable, keyOf } from '../lib/cells'
import { moveIn } from '../lib/grid-moves'
import { useFollowedFocus } from './use-followed-focus'

const placesOf = ({ rows }: CellTable) => rows.map(({ cells }) => cells.map((cell) => cell && keyOf(cell)))

/** One stop of the tab key for all cells, at first the chosen one; arrows, Home and End move on from it. */
export function useGridFocus(criteria: SearchCriteria, table: CellTable) {
  const grid = useRef<HTMLTableElement>(null)
  const places = placesOf(table)
  const all = places.flat()
  const [visited, setVisited] = useState(keyOf(criteria))
  const active = all.includes(visited) ? visited : all.find((key) => key !== null)
  useFollowedFocus(criteria, grid)

  const onKeyDown = (event: KeyboardEvent) => {
    const next = active && moveIn(places, active, event.key)
    if (!next) return
    event.preventDefault()
    setVisited(next)
    grid.current?.querySelector<HTMLElement>(`[data-dates="${next}"]`)?.focus()
  }
  return { grid, active, onKeyDown, onVisit: setVisited }
}
