'use client'
import { startTransition, useEffect, useState } from 'react'

/** A part of a page that is no part of its first load. */
export interface LatePart<Part extends object> {
  /** Null until it is here. */
  now: () => Part | null
  /** Fetches it once. Where that failed, the next call fetches it again. */
  load: () => Promise<Part>
}

export function latePart<Part extends object>(read: () => Promise<Part>): LatePart<Part> {
  let here: Part | null = null
  let coming: Promise<Part> | null = null
  const fetchPart = async () => {
    try {
      here = await read()
      return here
    } catch (error) {
      coming = null
      throw error
    }
  }
  return {
    now: () => here,
    load: () => {
      coming ??= fetchPart()
      return coming
    },
  }
}

/**
 * The part, or null until it is here. It is fetched at once, beside what the page asks the server for; one that is here
 * is drawn without a frame between, which `dynamic` would leave empty. One that can't be fetched breaks the page.
 */
export function useLatePart<Part extends object>(part: LatePart<Part>) {
  const [here, setHere] = useState(part.now)
  useEffect(() => {
    if (here) return
    const show = (loaded: Part) => startTransition(() => setHere(loaded))
    const fail = (error: unknown) =>
      setHere(() => {
        throw error
      })
    part.load().then(show, fail)
  }, [part, here])
  return here
}
