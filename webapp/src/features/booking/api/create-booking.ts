import { bookingsKey } from '@/lib/api/bookings'
import { type Answer, request } from '@/lib/api/client'
import { repeated } from '@/lib/api/repeated'
import type { components } from '@/lib/api/schema'
import type { SystemMode } from '@/lib/api/types'
import type { PassengerFields } from '../lib/passenger-form'
import type { PartyMember } from '../lib/passengers'
import { bagsOf, type Order, seatsOf } from './process-card'

type Schemas = components['schemas']
export type AccountInfo = Schemas['AccountInfo']

export type BookingCreated = Schemas['BookingCreated']

/** Confirmed with a reference, or still going on without the page. */
export type BookingAnswer = Answer<'POST', '/api/bookings'>

export interface BookingRequest {
  order: Order
  party: readonly PartyMember[]
  passengers: readonly PassengerFields[]
  paymentId: string
  mode: SystemMode
  key: string
}

/** The server answers within 34 seconds, whether or not there is an end. */
const WITHIN_MS = 40_000

interface Sending {
  /** It was sent before, and not answered. */
  isRepeat?: boolean
  /** Each time it goes out. */
  onSend?: () => void
  onUnheard?: () => void
}

/**
 * Books. Where no answer comes the same request goes out again under the same key: the server joins it with the
 * first, so that at most one booking and one charge come of it.
 */
export async function createBooking(
  booking: BookingRequest | null,
  { isRepeat, onSend, onUnheard }: Sending = {},
): Promise<BookingAnswer> {
  if (!booking) throw new Error('Booking request is required')
  const body = bookingBody(booking)
  const send = () => {
    onSend?.()
    return post(body, booking.key)
  }
  return repeated(send, { isRepeat, onUnheard })
}

const post = (body: Schemas['CreateBookingRequest'], key: string) =>
  request('POST', bookingsKey, {
    headers: { 'idempotency-key': key },
    body,
    withinMs: WITHIN_MS,
    attempt: 'Unable to create booking:',
  })

export function bookingBody({
  order,
  party,
  passengers,
  paymentId,
  mode,
}: BookingRequest): Schemas['CreateBookingRequest'] {
  if (!order.offerId) throw new Error('Offer ID is required for booking')
  if (passengers.length === 0) throw new Error('At least one passenger is required for booking')
  if (!order.amount || !order.currency) throw new Error('Payment details are required for booking')
  if (passengers.some((one) => !one.firstName || !one.lastName || !one.dateOfBirth)) {
    throw new Error('All passengers must have first name, last name, and date of birth')
  }
  return {
    offerId: order.offerId,
    passengers: passengers.map((fields, index) => ({ ...fields, ...memberOf(party[index]) })),
    seats: seatsOf(order),
    bags: bagsOf(order),
    paymentId,
    paymentDetails: { amount: order.amount, currency: order.currency },
    expectedMode: mode.mode,
  }
}

const memberOf = (member: PartyMember | undefined) => ({ id: member?.id || undefined, type: member?.type ?? 'adult' })
