'use client'
import useSWR from 'swr'
import { request } from '@/lib/api/client'
import type { ApiError } from '@/lib/api/error'
import type { BookDifference, Done, PaymentCaseList, PaymentRulingRequest } from '@/lib/api/types'

const path = '/api/admin/attention/payments'

/** Payments that a person must look at, the oldest first. Read anew each minute: they move by themselves. */
export function usePaymentAttention() {
  const { data, error, mutate } = useSWR<PaymentCaseList, ApiError>(
    path,
    (key: string) => request<PaymentCaseList>(key),
    { revalidateOnMount: true, refreshInterval: 60_000 },
  )
  return { list: data, error, reload: mutate }
}

export const rulePayment = (paymentId: string, body: PaymentRulingRequest) =>
  request<Done>(`${path}/${encodeURIComponent(paymentId)}`, { method: 'POST', body })

/** As it was shown: one that has changed meanwhile is refused. */
export const settleDifference = (
  { mode, objectId, what, currency, oursMinor, theirsMinor }: BookDifference,
  note: string,
) =>
  request<Done>('/api/admin/attention/differences', {
    method: 'POST',
    body: { mode, objectId, what, currency, oursMinor, theirsMinor, note },
  })
