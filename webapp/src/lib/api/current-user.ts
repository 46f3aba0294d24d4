'use client'
import useSWR from 'swr'
import { leaveFor } from '../load-document'
import { userHint } from '../user-hint'
import { apiPath } from './api-path'
import { request } from './client'
import { ApiError } from './error'
import { untilBack } from './retry'
import type { User } from './types'

export const currentUserKey = apiPath('/api/auth/user')

/** Nobody is signed in: that is an answer, not a failure. A guest is known without a call. */
export async function fetchCurrentUser() {
  if (!userHint.test(document.cookie)) return null
  try {
    return await request('GET', currentUserKey)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/**
 * `user` is undefined until known, null for a guest. While the first call fails the page treats the visitor as a guest;
 * a later one that fails takes nobody's name away. `isKnown` once a call has answered. Asked again when the tab is looked
 * at: another one may have signed in.
 */
export function useCurrentUser() {
  const { data, error, mutate } = useSWR<User | null, ApiError>(currentUserKey, fetchCurrentUser, {
    ...untilBack,
    revalidateOnFocus: true,
  })
  const isKnown = data !== undefined
  return { user: error && !isKnown ? null : data, isKnown, error, mutate }
}

/** Ends the session, then loads the site afresh so that nothing of it is left in memory. A failure is only logged. */
export async function logOut(home: string) {
  try {
    await request('POST', apiPath('/api/auth/logout'))
    leaveFor(home)
  } catch (error) {
    console.warn('Log out failed', error)
  }
}
