'use client'
import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { routes } from '@/lib/routes'
import { writeAddress } from '@/lib/write-address'
import { readView, type View, viewParams } from '../lib/view'

/** A slider passes many values; the address keeps where it comes to rest. */
const REST_MS = 300

function write(view: View, how: 'push' | 'replace') {
  const url = new URL(window.location.href)
  for (const [name, value] of Object.entries(viewParams(view))) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  if (url.href !== window.location.href) writeAddress(routes.search, url, how)
}

/**
 * The last value is written into the address after a pause, or at the next click: an address that is written after the
 * click on a link would cancel the link's navigation. Back drops the value.
 */
function useRest() {
  const passing = useRef<View | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const drop = useCallback(() => {
    clearTimeout(timer.current)
    passing.current = null
  }, [])
  const settle = useCallback(() => {
    if (passing.current) write(passing.current, 'replace')
    drop()
  }, [drop])
  const pass = useCallback(
    (view: View) => {
      drop()
      passing.current = view
      timer.current = setTimeout(settle, REST_MS)
    },
    [drop, settle],
  )

  useEffect(() => {
    window.addEventListener('popstate', drop)
    document.addEventListener('click', settle, true)
    return () => {
      window.removeEventListener('popstate', drop)
      document.removeEventListener('click', settle, true)
      drop()
    }
  }, [drop, settle])
  return { pass, drop }
}

/** The view that the address names: a link shows what its sender saw, and Back takes a choice back. */
export function useView() {
  const params = useSearchParams()
  const [view, setView] = useState(() => readView(params))
  const { pass, drop } = useRest()

  useEffect(() => {
    const goBack = () => setView(readView(new URLSearchParams(window.location.search)))
    window.addEventListener('popstate', goBack)
    return () => window.removeEventListener('popstate', goBack)
  }, [])

  /** `isPassing`: one of many values on the way to another. */
  const show = useCallback(
    (next: View, isPassing = false) => {
      setView(next)
      if (isPassing) return pass(next)
      drop()
      write(next, 'push')
    },
    [pass, drop],
  )
  return { view, show }
}
