'use client'
import useSWR from 'swr'
import { useCurrentUser } from '@/lib/api/current-user'
import { fetchWatches } from '../api/watches'
import type { MailedLink } from '../lib/mailed-link'

/** A list of watches: of the address of a token; without one, of the signed-in user. */
export interface OpenedList {
  token: string | null
  /** The id of the watch that led here. */
  watch: string | null
}

/** Whether the signed-in user watches it. */
async function isOwn(watch: string) {
  const { watches } = await fetchWatches(null)
  return watches.some(({ id, state }) => id === watch && state !== 'pending')
}

/** Whether the list of the signed-in user, if any, has a watch that has started. False until known. */
export function useIsOwn(watch: string) {
  const { user } = useCurrentUser()
  const { data } = useSWR(user?.isMailboxProved && ['own', user.email, watch], () => isOwn(watch))
  return data ?? false
}

/**
 * The list that a link leads to whose watch has started: that of its address, else that of the user who watches it. Null
 * where there is none.
 */
async function listOfStarted({ token, watch }: MailedLink, isSignedIn: boolean): Promise<OpenedList | null> {
  const isKnown = await fetchWatches(token).then(
    () => true,
    () => false,
  )
  if (isKnown) return { token, watch }
  return isSignedIn && watch && (await isOwn(watch)) ? { token: null, watch } : null
}

/**
 * The list to show: without a link that of the user. Null where the link asks a question instead, as one does that starts
 * a watch until that runs. Undefined until known.
 */
export function useOpenedList(link: MailedLink | null | undefined): OpenedList | null | undefined {
  const { user } = useCurrentUser()
  const start = link?.kind === 'start' && user !== undefined ? link : null
  const { data, error } = useSWR(
    // The user is no part of the key: one who is read late must not replace a question that is being answered.
    start && ['started', start.token, start.watch],
    () => start && listOfStarted(start, user !== null),
    // It may be started in another tab.
    { revalidateIfStale: true, revalidateOnFocus: true },
  )
  if (link === undefined) return undefined
  if (!link) return { token: null, watch: null }
  if (link.kind === 'token') return { token: link.token, watch: link.watch }
  return link.kind === 'stop' || error ? null : data
}
