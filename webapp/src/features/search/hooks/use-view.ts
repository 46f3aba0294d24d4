'use client'
import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { readView, type View, viewParams } from '../lib/view'

/** A slider passes many values; the address keeps where it comes to rest. */
const REST_MS = 300

function write(view: View, method: 'pushState' | 'replaceState') {
  const url = new URL(window.location.href)
  for (const [name, value] of Object.entries(viewParams(view))) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  if (url.href !== window.location.href) window.history[method](null, '', url)
}

/** The view that the address names: a link shows what its sender saw, and Back takes a choice back. */
export function useView() {
  const params = useSearchParams()
  const [view, setView] = useState(() => readView(params))
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const goBack = () => setView(readView(new URLSearchParams(window.location.search)))
    window.addEventListener('popstate', goBack)
    return () => {
      window.removeEventListener('popstate', goBack)
      clearTimeout(rest.current)
    }
  }, [])

  /** `isPassing`: one of many values on the way to another. */
  const show = useCallback((next: View, isPassing = false) => {
    setView(next)
    clearTimeout(rest.current)
    if (isPassing) rest.current = setTimeout(() => write(next, 'replaceState'), REST_MS)
    else write(next, 'pushState')
  }, [])
  return { view, show }
}
