'use client'
import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'
import { useGet } from '@/lib/api/use-get'

const sessionsKey = apiPath('/api/auth/sessions')

/** Where the user is signed in, read anew whenever the list is opened. */
export function useSessions() {
  const { data, error, mutate } = useGet(sessionsKey, { revalidateOnMount: true })
  return { sessions: data, error, reload: mutate }
}

export const endOtherSessions = () => request('DELETE', sessionsKey)
