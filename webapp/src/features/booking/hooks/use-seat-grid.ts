'use client'
import { type KeyboardEvent, useState } from 'react'
import { type Facts, seatByKey } from '@/components/offer/cabin'

const elementOf = (grid: Element, designator: string) =>
  grid.querySelector<HTMLElement>(`[data-seat="${CSS.escape(designator)}"]`)

interface Ways {
  exit: () => void
  /** Space or Enter on a seat that is no button. */
  refuse: (designator: string) => void
}

const isPress = ({ key, target }: KeyboardEvent) =>
  (key === ' ' || key === 'Enter') && !(target instanceof HTMLButtonElement)

/** One tab stop in the whole cabin: arrows, Home, End and the page keys move it, Escape leaves for `exit`. */
export function useSeatGrid(facts: Facts, first: string | undefined, { exit, refuse }: Ways) {
  const [visited, setVisited] = useState<string>()
  const tabStop = visited ?? first ?? facts.keys().next().value

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return exit()
    const from = (event.target as Element).closest('[data-seat]')?.getAttribute('data-seat')
    if (from && isPress(event)) {
      // Space would scroll the page.
      event.preventDefault()
      return refuse(from)
    }
    const to = from && !event.altKey ? seatByKey(facts, from, event.key, event.ctrlKey) : null
    if (!to) return
    event.preventDefault()
    setVisited(to)
    elementOf(event.currentTarget, to)?.focus()
  }
  return { tabStop, visit: setVisited, onKeyDown }
}
