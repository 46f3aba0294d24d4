import { request } from './client'
import { ApiError } from './error'
import type { Place, Segment } from './types'

export type BookingStatus = 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'failed'

export interface Amount {
  amount: string
  currency: string
}

export interface BookedSlice {
  id: string
  departure_time: string
  arrival_time: string
  duration: string | null
  origin: Place
  destination: Place
  segments: Segment[]
}

export interface BookedPassenger {
  id: string
  given_name: string
  family_name: string
  type: string
}

/** What `bookingData` holds. */
export interface BookingData {
  slices: BookedSlice[]
  passengers: BookedPassenger[]
  seats: { passenger_id: string; segment_id: string; designator: string }[]
  total_amount: string
  total_currency: string
  conditions: { refundable: boolean; changeable: boolean; cancellation_options: unknown[] }
}

export interface BookingRecord {
  id: string
  status: BookingStatus
  /** The airline's reference; empty until there is one. */
  duffelBookingId: string | null
  createdAt: string
  failure?: { code: string; message: string } | null
  cancellation?: { cancelledAt: string; refund: Amount | null; refundStatus: string; refundTo: string } | null
  cancellable: boolean
  bookingData: string | Partial<BookingData>
}

export const bookingsKey = '/api/bookings'
export const bookingKey = (id: string) => `${bookingsKey}/${id}`

const NOT_AUTHENTICATED = 'Not authenticated'

/** A signed-out visitor has no list: that reads as an empty one, with the mark that says why. */
export async function fetchBookings(): Promise<{ bookings: BookingRecord[]; isUnauthenticated: boolean }> {
  try {
    const bookings = await request<BookingRecord[]>(bookingsKey, { attempt: 'Unable to retrieve your bookings:' })
    return { bookings, isUnauthenticated: false }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || error.detail !== NOT_AUTHENTICATED) throw error
    console.warn('Bookings: not authenticated')
    return { bookings: [], isUnauthenticated: true }
  }
}

export async function fetchBooking(id: string): Promise<BookingRecord> {
  if (!id) throw new Error('Booking ID is required')
  return request<BookingRecord>(bookingKey(id), { attempt: 'Unable to retrieve booking details:' })
}

const none: BookingData = {
  slices: [],
  passengers: [],
  seats: [],
  total_amount: '',
  total_currency: 'USD',
  conditions: { refundable: false, changeable: false, cancellation_options: [] },
}

/** The trip of a record. Data that is no JSON leaves the record itself, which may carry the fields. */
export function bookingData(record: BookingRecord): BookingData {
  return { ...none, ...parsed(record) }
}

function parsed(record: BookingRecord): Partial<BookingData> {
  if (typeof record.bookingData !== 'string') return record.bookingData ?? {}
  try {
    return JSON.parse(record.bookingData) as Partial<BookingData>
  } catch {
    return record as Partial<BookingData>
  }
}

const REFERENCE_LENGTH = 8

/** The reference as the traveller reads it: the first 8 characters, in capitals. */
export const shortReference = (id: string | null | undefined) => (id ?? '').slice(0, REFERENCE_LENGTH).toUpperCase()
