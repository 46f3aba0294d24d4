'use client'
import useSWR, { useSWRConfig } from 'swr'
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

/** The mode counts as unknown if no answer has come within this time. */
const TOLD_WITHIN_MS = 10_000

/** Asks for the mode as it is now, for what must not rest on one read earlier; null where nobody answers. */
export function useAskMode(): () => Promise<SystemMode | null> {
  const { mutate } = useSWRConfig()
  return async () => {
    try {
      const mode = await request<SystemMode>(systemModeKey, { withinMs: TOLD_WITHIN_MS })
      await mutate(systemModeKey, mode, { revalidate: false })
      return mode
    } catch {
      return null
    }
  }
}
