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

/** Without a password it only asks whether one was given in the last ten minutes. */
export const proveSession = (password?: string) =>
  request('POST', apiPath('/api/admin/login'), { body: password === undefined ? undefined : { password } })

/** Why a password proved nothing, for who was asked for no user name. */
export const reasonNotProved = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.code === 'INVALID_CREDENTIALS' ? words.wrong : reasonForStaff(error, fallback)

/** The server does this only for who has given the password in the last ten minutes. */
export const wantsPassword = (error: unknown) => error instanceof ApiError && error.code === 'REAUTH_REQUIRED'

/** Live mode was refused because a required check fails. */
export const isNotReadyForLive = (error: unknown) => error instanceof ApiError && error.code === 'NOT_READY_FOR_LIVE'
