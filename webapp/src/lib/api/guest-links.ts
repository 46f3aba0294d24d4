import { request } from './client'
import type { GuestLinkOpened, GuestLinkRequest, GuestLinkRequested } from './types'

const path = '/api/guest-links'

/** Has a link to the trip mailed. The answer is the same whether or not there is such a booking. */
export const requestGuestLink = (asked: GuestLinkRequest) =>
  request<GuestLinkRequested>(path, { method: 'POST', body: asked })

/** Opens the link's trip to this browser, once. */
export const openGuestLink = (token: string) =>
  request<GuestLinkOpened>(`${path}/open`, { method: 'POST', body: { token } })
