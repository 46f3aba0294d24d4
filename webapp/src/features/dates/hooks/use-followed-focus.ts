'use client'
import { type RefObject, useEffect } from 'react'
import type { SearchCriteria } from '@/lib/criteria'
import { isFollowed, takeFollowed } from '../lib/followed-cell'

/** The headings that hold the focus until the cell is there. */
const waiting = new WeakSet<Element>()

const isUnheld = ({ activeElement, body }: Document) =>
  activeElement === null || activeElement === body || waiting.has(activeElement)

/** The keyboard that has followed a cell, or come back from it, finds itself on the cell of the dates of the page. */
export function useFollowedFocus(criteria: SearchCriteria, place: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const wasUnheld = isUnheld(document)
    if (!takeFollowed(criteria) || !wasUnheld) return
    place.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus({ preventScroll: true })
  }, [criteria, place])
}

/** While no cell is there, or none is shown, it finds itself on the heading above. */
export function useFollowedHeading(criteria: SearchCriteria, heading: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!heading.current || !isFollowed(criteria) || !isUnheld(document)) return
    waiting.add(heading.current)
    heading.current.focus({ preventScroll: true })
  }, [criteria, heading])
}
