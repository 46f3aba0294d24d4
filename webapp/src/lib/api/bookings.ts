import * as words from '@/messages/lib/bookings'
import { request } from './client'
import { ApiError, isNotAuthenticated } from './error'
import type { BookingRecord } from './types'

export const bookingsKey = '/api/bookings'
export const bookingKey = (id: string) => `${bookingsKey}/${id}`
/** By the key that it was sent under. */
export const bookingByKey = (key: string) => `${bookingsKey}/by-key/${key}`

/** A signed-out visitor has no list: that reads as an empty one, with the mark that says why. */
export async function fetchBookings(): Promise<{ bookings: BookingRecord[]; isUnauthenticated: boolean }> {
  try {
    const bookings = await request<BookingRecord[]>(bookingsKey, { attempt: words.listFailed })
    return { bookings, isUnauthenticated: false }
  } catch (error) {
    if (!isNotAuthenticated(error)) throw error
    console.warn('Bookings: not authenticated')
    return { bookings: [], isUnauthenticated: true }
  }
}

export async function fetchBooking(id: string): Promise<BookingRecord> {
  if (!id) throw new Error('Booking ID is required')
  return request<BookingRecord>(bookingKey(id), { attempt: words.bookingFailed })
}

/** Ends a booking that waits for the cardholder's bank. It comes as it stands then: the bank may have agreed before. */
export async function abandonBooking(id: string): Promise<BookingRecord> {
  return request<BookingRecord>(`${bookingKey(id)}/abandon`, { method: 'POST', attempt: words.stopFailed })
}

/** Null where the server has none under the key, not yet or never. */
export async function fetchBookingByKey(key: string): Promise<BookingRecord | null> {
  try {
    return await request<BookingRecord>(bookingByKey(key), { attempt: words.findFailed })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'BOOKING_NOT_FOUND') return null
    throw error
  }
}
