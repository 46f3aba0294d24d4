import type { SystemMode } from '@/lib/api/types'

/** What GET /api/system/mode answers. */
export const testMode: SystemMode = { isLiveMode: false, mode: 'test', known: true, liveCards: false, cardFields: null }
export const liveMode: SystemMode = { isLiveMode: true, mode: 'live', known: true, liveCards: true, cardFields: null }
