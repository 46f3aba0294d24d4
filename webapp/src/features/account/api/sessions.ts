'use client'
import useSWR from 'swr'
import { request } from '@/lib/api/client'
import type { ApiError } from '@/lib/api/error'
import type { Done, ListedSession } from '@/lib/api/types'

const sessionsKey = '/api/auth/sessions'

/** Where the user is signed in, read anew whenever the list is opened. */
export function useSessions() {
  const { data, error, mutate } = useSWR<ListedSession[], ApiError>(
    sessionsKey,
    (path: string) => request<ListedSession[]>(path),
    { revalidateOnMount: true },
  )
  return { sessions: data, error, reload: mutate }
}

export const endOtherSessions = () => request<Done>(sessionsKey, { method: 'DELETE' })
