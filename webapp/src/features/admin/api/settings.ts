'use client'
import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'
import { ApiError } from '@/lib/api/error'
import { useGet } from '@/lib/api/use-get'
import * as words from '@/messages/admin/password'
import { reasonForStaff } from '../lib/reason'

const settingsKey = apiPath('/api/admin/settings')

/** The settings of the whole system, read anew on every visit: another administrator may have switched. */
export function useAdminSettings() {
  const { data, error, isValidating, mutate } = useGet(settingsKey, { revalidateOnMount: true })
  return { settings: data, error, isValidating, reload: mutate }
}

export const saveMode = (enableLiveMode: boolean) => request('POST', settingsKey, { body: { enableLiveMode } })

/** What proves an administrator. */
export interface Proof {
  password: string
  /** Of the second factor, once the server has asked for it. */
  code?: string
}

/** Without a proof it only asks whether one was given in the last ten minutes. */
export const proveSession = (proof?: Proof) => request('POST', apiPath('/api/admin/login'), { body: proof })

const hasCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code

/** The password is right, and the administrator has a second factor. */
export const wantsCode = (error: unknown) => hasCode(error, 'SECOND_FACTOR_REQUIRED')

/** Why a proof was none, by its field. */
export interface ProofFailure {
  password?: string
  code?: string
}

/** For who was asked for no user name. That a code is wanted is no failure. */
export function failureOfProof(error: unknown, fallback: string): ProofFailure {
  if (wantsCode(error)) return {}
  if (hasCode(error, 'SECOND_FACTOR_INVALID')) return { code: reasonForStaff(error, words.wrongCode) }
  return { password: hasCode(error, 'INVALID_CREDENTIALS') ? words.wrong : reasonForStaff(error, fallback) }
}

/** The server does this only for who has given the password in the last ten minutes. */
export const wantsPassword = (error: unknown) => hasCode(error, 'REAUTH_REQUIRED')

/** Live mode was refused because a required check fails. */
export const isNotReadyForLive = (error: unknown) => hasCode(error, 'NOT_READY_FOR_LIVE')
