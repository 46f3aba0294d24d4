'use client'
import './hear-first'
import { useEffect } from 'react'

/** The address that Back or Forward last led to, until its page has begun. */
let returnedTo: string | null = null

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    returnedTo = window.location.href
  })
}

/** Whether Back or Forward has led to this page. Answers once. */
export function takeReturn() {
  const isReturn = returnedTo === window.location.href
  returnedTo = null
  return isReturn
}

/**
 * Begins a page at its top. The router sees to that only when the page's code is there at once; for one that comes
 * late the scroll position of the page before stays, and the router makes up for it with whatever next changes the
 * address. So links to such pages say `scroll={false}`. Back and Forward keep the position they had.
 */
export function usePageTop() {
  useEffect(() => {
    if (!takeReturn() && !window.location.hash) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
}
