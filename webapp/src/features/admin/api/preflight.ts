import { request } from '@/lib/api/client'
import type { Preflight } from '@/lib/api/types'

/** Has every service check what live mode needs. Changes nothing. */
export const runPreflight = () => request<Preflight>('/api/admin/preflight', { method: 'POST' })
