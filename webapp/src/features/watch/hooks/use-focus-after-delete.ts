'use client'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns the ref of a list. What was deleted from it had the focus, which goes to the heading of the next entry, of the
 * last one where none is next, or of the page where none is left.
 */
export function useFocusAfterDelete<List extends HTMLElement>(
  deleted: { place: number } | null,
  page: RefObject<HTMLElement | null>,
) {
  const list = useRef<List>(null)
  useEffect(() => {
    if (!deleted) return
    const headings = list.current?.querySelectorAll<HTMLElement>('h2') ?? []
    const next = headings[Math.min(deleted.place, headings.length - 1)]
    const target = next ?? page.current
    target?.focus()
  }, [deleted, page])
  return list
}
