'use client'
import useSWR from 'swr'
import { request } from '@/lib/api/client'
import type { ApiError } from '@/lib/api/error'
import type { AttentionList, Done, RulingRequest } from '@/lib/api/types'

const path = '/api/admin/attention'

/** Bookings that a person must look at, the oldest first. Read anew each minute: they move by themselves. */
export function useAttention() {
  const { data, error, mutate } = useSWR<AttentionList, ApiError>(path, (key: string) => request<AttentionList>(key), {
    revalidateOnMount: true,
    refreshInterval: 60_000,
  })
  return { list: data, error, reload: mutate }
}

export const rule = (bookingId: string, body: RulingRequest) =>
  request<Done>(`${path}/${encodeURIComponent(bookingId)}`, { method: 'POST', body })
