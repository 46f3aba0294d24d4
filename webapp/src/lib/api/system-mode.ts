'use client'
import { useSWRConfig } from 'swr'
import { apiPath } from './api-path'
import { request } from './client'
import { untilBack } from './retry'
import type { SystemMode } from './types'
import { useEvents } from './use-events'
import { useGet } from './use-get'

const systemModeKey = apiPath('/api/system/mode')

const assumed: SystemMode = { isLiveMode: false, mode: 'test', known: false, liveCards: false, cardFields: null }

/** The mode reads as test until the server has said otherwise; `known` tells an answer from an assumption. */
export function useSystemMode(): SystemMode {
  const { data, mutate } = useGet(systemModeKey, untilBack)
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
      const mode = await request('GET', systemModeKey, { withinMs: TOLD_WITHIN_MS })
      await mutate(systemModeKey, mode, { revalidate: false })
      return mode
    } catch {
      return null
    }
  }
}
