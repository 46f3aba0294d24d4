import { request } from '@/lib/api/client'

/** Mails a link to the trips that fit. The answer never tells whether there are any. */
export const sendGuestLink = (reference: string, email: string) =>
  request<unknown>('/api/guest-links', { method: 'POST', body: { reference, email } })
