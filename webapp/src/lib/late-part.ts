'use client'
import { startTransition, useCallback, useEffect, useState } from 'react'
import { useBackOnline } from './use-online'
import { useRetry } from './use-retry'

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

/** A part that could not be fetched, and what fetches it again. */
export type LateFailure = ReturnType<typeof useRetry>

/**
 * The part, or null until it is here. It is fetched once it is wanted, beside what the page asks the server for; one
 * that is here is drawn without a frame between, which `dynamic` would leave empty. One that can't be fetched is a
 * failure, until it is fetched by `retry`, by being wanted anew, or by itself once the browser is back online.
 */
export function useLatePart<Part extends object>(part: LatePart<Part>, isWanted = true) {
  const [here, setHere] = useState(part.now)
  const [hasFailed, setFailed] = useState(false)
  const load = useCallback(async () => {
    try {
      const loaded = await part.load()
      startTransition(() => setHere(loaded))
    } catch (error) {
      console.warn('A part of the page could not be loaded', error)
      setFailed(true)
    }
  }, [part])
  useEffect(() => {
    if (!isWanted || here) return
    setFailed(false)
    void load()
  }, [isWanted, here, load])
  const again = useRetry(load)
  const failure: LateFailure | null = hasFailed && !here ? again : null
  useBackOnline(failure !== null, () => void load())
  return { here, failure }
}
