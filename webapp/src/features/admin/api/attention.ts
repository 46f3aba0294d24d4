'use client'
import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'
import type { DecisionRequest } from '@/lib/api/types'
import { useGet } from '@/lib/api/use-get'

/** Bookings that a person must look at, the oldest first. Read anew each minute: they move by themselves. */
export function useAttention() {
  const { data, error, mutate } = useGet(apiPath('/api/admin/attention'), {
    revalidateOnMount: true,
    refreshInterval: 60_000,
  })
  return { list: data, error, reload: mutate }
}

export const decide = (id: string, body: DecisionRequest) =>
  request('POST', apiPath('/api/admin/attention/{id}', { id }), { body })
