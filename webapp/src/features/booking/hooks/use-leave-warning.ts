'use client'
import { useEffect } from 'react'

/** The browser asks before a reload or a closed tab loses what was typed, or the answer to a payment. */
export function useLeaveWarning() {
  useEffect(() => {
    let hasTyped = false
    const note = () => {
      hasTyped = true
    }
    const ask = (event: BeforeUnloadEvent) => {
      if (hasTyped) event.preventDefault()
    }
    document.addEventListener('input', note)
    window.addEventListener('beforeunload', ask)
    return () => {
      document.removeEventListener('input', note)
      window.removeEventListener('beforeunload', ask)
    }
  }, [])
}
