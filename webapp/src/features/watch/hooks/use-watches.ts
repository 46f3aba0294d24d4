'use client'
import useSWR from 'swr'
import { ApiError, isNotAuthenticated } from '@/lib/api/error'
import { untilBack } from '@/lib/api/retry'
import type { WatchedPrice, WatchList } from '@/lib/api/types'
import { useRequiredUser } from '@/lib/api/use-required-user'
import { useHeldFailure } from '@/lib/use-held-failure'
import { useRetry } from '@/lib/use-retry'
import { fetchWatches, watchesKey } from '../api/watches'

/**
 * What the address of a mailed link watches; without a token, what the signed-in user watches. A list that could not be
 * read is asked for until it is back.
 */
export function useWatches(token: string | null) {
  const { user, failure: userFailure, reload: reloadUser } = useRequiredUser()
  const key = token || user ? ([watchesKey, token] as const) : null
  const { data, error, mutate } = useSWR<WatchList, Error>(key, () => fetchWatches(token), {
    ...untilBack,
    // A price may have been seen since the last visit.
    revalidateOnMount: true,
  })
  const failure = token ? error : (userFailure ?? error)
  const reload = (): Promise<unknown> => (!token && userFailure ? reloadUser() : mutate())
  const retrying = useRetry(reload)
  const shownError = useHeldFailure(data ? undefined : failure, retrying.isTrying)
  const change = (next: (watches: readonly WatchedPrice[]) => WatchedPrice[]) =>
    mutate((list) => list && { watches: next(list.watches) }, { revalidate: false })
  return {
    user,
    isSignedOut: !token && ((user === null && !shownError) || isNotAuthenticated(error)),
    isUnknown: Boolean(token) && failure instanceof ApiError && failure.status === 404,
    watches: shownError ? undefined : data?.watches,
    error: shownError,
    put: (changed: WatchedPrice) => change((all) => all.map((watch) => (watch.id === changed.id ? changed : watch))),
    drop: (id: string) => change((all) => all.filter((watch) => watch.id !== id)),
    ...retrying,
  }
}
