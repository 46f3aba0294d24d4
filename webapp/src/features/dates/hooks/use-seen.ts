'use client'
import { useCallback, useEffect, useRef } from 'react'
import useSWR from 'swr'
import { useRetry } from '@/lib/use-retry'

/**
 * An answer of what searches have seen; read again once the search of the page has ended. `read` is the same while the
 * key is. `isFresh`: past the browser's cache.
 */
export function useSeen<Answer>(
  key: readonly string[],
  read: (isFresh?: boolean) => Promise<Answer>,
  isSettled: boolean,
) {
  const { data, error, mutate } = useSWR<Answer, Error>(key, () => read(), { revalidateIfStale: true })
  const readAgain = useCallback(
    () =>
      mutate(read(true), { revalidate: false }).catch((error: unknown) => {
        // Earlier prices stand, with their ages. Where there are none, the first read was given up for this one.
        console.warn('Prices of other dates are not read again', error)
        return mutate()
      }),
    [mutate, read],
  )
  const wasSettled = useRef(isSettled)
  useEffect(() => {
    if (isSettled && !wasSettled.current) void readAgain()
    wasSettled.current = isSettled
  }, [isSettled, readAgain])
  return { answer: data, error, mutate, readAgain, ...useRetry(() => mutate()) }
}
