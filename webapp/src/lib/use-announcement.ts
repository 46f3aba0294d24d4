'use client'
import { useEffect, useRef, useState } from 'react'

/** Progress is announced at most this often, where nothing else is said. */
const PAUSE_MS = 5_000

/** Returns the text of a live region: the start and the end of a process at once, and its progress once in `pause` ms. */
export function useAnnouncement(words: string, isGoingOn: boolean, pause = PAUSE_MS) {
  const [said, setSaid] = useState('')
  const last = useRef({ wasGoingOn: false, at: 0 })
  useEffect(() => {
    const say = () => {
      last.current = { wasGoingOn: isGoingOn, at: Date.now() }
      setSaid(words)
    }
    const wait = isGoingOn && last.current.wasGoingOn ? last.current.at + pause - Date.now() : 0
    if (wait <= 0) return say()
    const timer = setTimeout(say, wait)
    return () => clearTimeout(timer)
  }, [words, isGoingOn, pause])
  return said
}
