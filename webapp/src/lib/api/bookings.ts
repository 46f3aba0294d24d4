import { request } from './client'
import { isNotAuthenticated } from './error'
import type { BookingRecord } from './types'

export const bookingsKey = '/api/bookings'
export const bookingKey = (id: string) => `${bookingsKey}/${id}`

/** A signed-out visitor has no list: that reads as an empty one, with the mark that says why. */
export async function fetchBookings(): Promise<{ bookings: BookingRecord[]; isUnauthenticated: boolean }> {
  try {
    const bookings = await request<BookingRecord[]>(bookingsKey, { attempt: 'Unable to retrieve your bookings:' })
    return { bookings, isUnauthenticated: false }
  } catch (error) {
    if (!isNotAuthenticated(error)) throw error
    console.warn('Bookings: not authenticated')
    return { bookings: [], isUnauthenticated: true }
  }
}

export async function fetchBooking(id: string): Promise<BookingRecord> {
  if (!id) throw new Error('Booking ID is required')
  return request<BookingRecord>(bookingKey(id), { attempt: 'Unable to retrieve booking details:' })
}
