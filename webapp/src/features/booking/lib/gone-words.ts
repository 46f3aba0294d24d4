import { hasPassed } from '@/lib/countdown'

/** Whether time ran out or the flights went earlier: sold by the airline, or to somebody else. */
export const goneWords = (expiresAt: string | null) =>
  hasPassed(expiresAt) ? 'This flight offer has expired.' : 'This flight offer is no longer available.'
