'use client'
import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'
import type { LedgerDifference, PaymentDecisionRequest } from '@/lib/api/types'
import { useGet } from '@/lib/api/use-get'

/** Payments that a person must look at, the oldest first. Read anew each minute: they move by themselves. */
export function usePaymentAttention() {
  const { data, error, mutate } = useGet(apiPath('/api/admin/attention/payments'), {
    revalidateOnMount: true,
    refreshInterval: 60_000,
  })
  return { list: data, error, reload: mutate }
}

export const decidePayment = (id: string, body: PaymentDecisionRequest) =>
  request('POST', apiPath('/api/admin/attention/payments/{id}', { id }), { body })

/** As it was shown: one that has changed meanwhile is refused. */
export const resolveDifference = (
  { mode, objectId, what, currency, oursMinor, theirsMinor }: LedgerDifference,
  note: string,
) =>
  request('POST', apiPath('/api/admin/attention/differences'), {
    body: { mode, objectId, what, currency, oursMinor, theirsMinor, note },
  })
