import { apiPath } from './api-path'
import { request } from './client'
import { ApiError, isNotAuthenticated } from './error'
import type { BookingRecord } from './types'

export const bookingsKey = apiPath('/api/bookings')
export const bookingKey = (id: string) => apiPath('/api/bookings/{id}', { id })
/** By the key that it was sent under. */
export const bookingByKey = (key: string) => apiPath('/api/bookings/by-key/{key}', { key })

/** A signed-out visitor has no list: that reads as an empty one, with the mark that says why. */
export async function fetchBookings(): Promise<{ bookings: BookingRecord[]; isUnauthenticated: boolean }> {
  try {
    const bookings = await request('GET', bookingsKey, { attempt: 'Unable to retrieve your bookings:' })
    return { bookings, isUnauthenticated: false }
  } catch (error) {
    if (!isNotAuthenticated(error)) throw error
    console.warn('Bookings: not authenticated')
    return { bookings: [], isUnauthenticated: true }
  }
}

export async function fetchBooking(id: string) {
  if (!id) throw new Error('Booking ID is required')
  return request('GET', bookingKey(id), { attempt: 'Unable to retrieve booking details:' })
}

/** Ends a booking that waits for the cardholder's bank. It comes as it stands then: the bank may have agreed before. */
export const abandonBooking = (id: string) =>
  request('POST', apiPath('/api/bookings/{id}/abandon', { id }), { attempt: 'Unable to stop the payment:' })

/** Null where the server has none under the key, not yet or never. */
export async function fetchBookingByKey(key: string): Promise<BookingRecord | null> {
  try {
    return await request('GET', bookingByKey(key), { attempt: 'Unable to find your booking:' })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'BOOKING_NOT_FOUND') return null
    throw error
  }
}
