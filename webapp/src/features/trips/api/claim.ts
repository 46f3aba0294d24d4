import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'

/** Adds a trip that a mailed link has opened to the account that is signed in. Safe to repeat. */
export const claimBooking = (id: string) => request('POST', apiPath('/api/bookings/{id}/claim', { id }))
