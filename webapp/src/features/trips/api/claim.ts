import { bookingKey } from '@/lib/api/bookings'
import { request } from '@/lib/api/client'
import type { BookingClaimed } from '@/lib/api/types'

/** Adds a trip that a mailed link has opened to the account that is signed in. Safe to repeat. */
export const claimBooking = (id: string) => request<BookingClaimed>(`${bookingKey(id)}/claim`, { method: 'POST' })
