import type { BookingRecord, Slice } from '@/lib/api/types'
import { bookingData, passengerLabel, toSlice } from '@/lib/booked-trip'
import type { Booked } from '../hooks/use-booking'

/** What the confirmation shows, whether it comes from the flow itself or from the booking as the server keeps it. */
export interface Ticket {
  /** As the airline gives it. */
  reference: string
  slices: Slice[]
  passengers: { name: string; type: string }[]
  /** Seat numbers by flight. */
  seats: Record<string, string[]>
  total: string
  currency: string
}

function bySegment(seats: readonly { segmentId: string; designator: string }[]) {
  const table: Record<string, string[]> = {}
  for (const { segmentId, designator } of seats) table[segmentId] = [...(table[segmentId] ?? []), designator]
  return table
}

export const ticketOf = ({ offer, passengers, party, seats, total }: Booked, reference: string): Ticket => ({
  reference,
  slices: offer.slices,
  passengers: passengers.map(({ firstName, lastName }, index) => ({
    name: `${firstName} ${lastName}`,
    type: passengerLabel(party[index]?.type ?? 'adult'),
  })),
  seats: bySegment(seats),
  total,
  currency: offer.price.currency,
})

export function ticketOfRecord(record: BookingRecord): Ticket {
  const data = bookingData(record)
  return {
    reference: record.duffelBookingId,
    slices: data.slices.map(toSlice),
    passengers: data.passengers.map(({ given_name, family_name, type }) => ({
      name: `${given_name} ${family_name}`,
      type: passengerLabel(type),
    })),
    seats: bySegment(data.seats.map(({ segment_id, designator }) => ({ segmentId: segment_id, designator }))),
    total: data.total_amount,
    currency: data.total_currency,
  }
}

/** The seats of one direction, flight by flight: "15A, 15B; 3C". */
export const seatsOfSlice = ({ seats }: Ticket, slice: Slice) =>
  slice.segments
    .map(({ id }) => (seats[id] ?? []).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).join(', '))
    .filter(Boolean)
    .join('; ')
