'use client'
import { type RefObject, useEffect } from 'react'
import type { SearchCriteria } from '@/lib/criteria'
import { takeFollowed } from '../lib/followed-cell'

/** The keyboard that has followed a cell finds itself on the cell of the same dates again. */
export function useFollowedFocus(criteria: SearchCriteria, place: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const isUnheld = document.activeElement === document.body
    if (!takeFollowed(criteria) || !isUnheld) return
    place.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus({ preventScroll: true })
  }, [criteria, place])
}
