'use client'
import { useEffect, useState } from 'react'

/** Beyond so many pixels the page counts as scrolled. */
const BEGINS_PX = 10
/** Near the top it no longer does. Between the two the answer stays, so that a trembling finger changes nothing. */
const ENDS_PX = 4

/** Whether the page is scrolled away from its top. */
export function useScrolled() {
  const [isScrolled, setScrolled] = useState(false)
  useEffect(() => {
    const update = () => setScrolled((before) => window.scrollY > (before ? ENDS_PX : BEGINS_PX))
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [])
  return isScrolled
}
