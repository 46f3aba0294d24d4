'use client'
import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'
import { useGet } from '@/lib/api/use-get'
import type { Proof } from './settings'

const factorKey = apiPath('/api/admin/second-factor')

/** The administrator's own second factor, read anew on every visit: an operator may have removed it. */
export const useSecondFactor = () => useGet(factorKey, { revalidateOnMount: true })

/** Answers the address that an authenticator app reads. It is told once. */
export const beginSecondFactor = (proof: Proof) => request('POST', factorKey, { body: proof })

/** Answers the recovery codes. They are told once. */
export const confirmSecondFactor = (code: string) =>
  request('POST', apiPath('/api/admin/second-factor/confirm'), { body: { code } })

/** Answers new recovery codes in place of those before. */
export const renewRecoveryCodes = (proof: Proof) =>
  request('POST', apiPath('/api/admin/second-factor/recovery-codes'), { body: proof })
