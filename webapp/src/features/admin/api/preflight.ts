import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'

/** Has every service check what live mode needs. Changes nothing. */
export const runPreflight = () => request('POST', apiPath('/api/admin/preflight'))
