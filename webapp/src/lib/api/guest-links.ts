import { apiPath } from './api-path'
import { request } from './client'
import type { GuestLinkRequest } from './types'

/** Has a link to the trip mailed. The answer is the same whether or not there is such a booking. */
export const requestGuestLink = (asked: GuestLinkRequest) =>
  request('POST', apiPath('/api/guest-links'), { body: asked })

/** Opens the link's trip to this browser, once. */
export const openGuestLink = (token: string) => request('POST', apiPath('/api/guest-links/open'), { body: { token } })
