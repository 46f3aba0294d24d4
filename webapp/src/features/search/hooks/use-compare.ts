'use client'
import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { routes } from '@/lib/routes'
import { writeAddress } from '@/lib/write-address'
import { choiceOf, comparedIn, toggled } from '../lib/compare-address'

function write(ids: readonly string[], how: 'push' | 'replace') {
  const url = new URL(window.location.href)
  if (ids.length > 0) url.searchParams.set('compare', ids.join(','))
  else url.searchParams.delete('compare')
  writeAddress(routes.search, url, how)
}

/**
 * The flights chosen to be compared, by the ids of their offers, and whether they are being compared. While they are,
 * the address names them: a link shows what its sender compared, and Back ends it.
 */
export function useCompare() {
  const params = useSearchParams()
  const [{ ids: chosen, refused }, setChoice] = useState(() => choiceOf(comparedIn(params)))
  const [isOpen, setOpen] = useState(chosen.length > 0)
  /** Whether an entry of the history was made for it: closing goes back to the one before. */
  const isPushed = useRef(false)

  useEffect(() => {
    const goBack = () => {
      const ids = comparedIn(new URLSearchParams(window.location.search))
      isPushed.current = false
      setOpen(ids.length > 0)
      if (ids.length > 0) setChoice(choiceOf(ids))
    }
    window.addEventListener('popstate', goBack)
    return () => window.removeEventListener('popstate', goBack)
  }, [])

  const toggle = useCallback((id: string) => setChoice((before) => toggled(before, id)), [])
  const open = () => {
    write(chosen, 'push')
    isPushed.current = true
    setOpen(true)
  }
  const close = () => {
    if (isPushed.current) return window.history.back()
    write([], 'replace')
    setOpen(false)
  }
  const remove = (id: string) => {
    const left = chosen.filter((other) => other !== id)
    setChoice(choiceOf(left))
    if (left.length === 0) close()
    else write(left, 'replace')
  }
  return { chosen, refused, isOpen, toggle, open, close, remove, clear: () => setChoice(choiceOf([])) }
}
