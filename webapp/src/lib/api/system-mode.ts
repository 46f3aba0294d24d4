'use client'
import useSWR from 'swr'
import { request } from './client'
import type { SystemMode } from './types'
import { useEvents } from './use-events'

const systemModeKey = '/api/system/mode'

const assumed: SystemMode = { isLiveMode: false, mode: 'test', known: false, liveCards: false, cardFields: null }

/** The mode reads as test until the server has said otherwise; `known` tells an answer from an assumption. */
export function useSystemMode(): SystemMode {
  const { data, mutate } = useSWR<SystemMode>(systemModeKey, (path: string) => request<SystemMode>(path))
  const readAgain = () => void mutate()
  useEvents({ mode: readAgain, missed: readAgain })
  return data ?? assumed
}
