import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'

/** All that is kept of the signed-in user. */
export const exportAccount = (currentPassword: string) =>
  request('POST', apiPath('/api/account/export'), { body: { currentPassword } })

/** Closes the account for good. */
export const closeAccount = (currentPassword: string) =>
  request('POST', apiPath('/api/account/close'), { body: { currentPassword } })
