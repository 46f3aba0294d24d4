import type { BookedSlice, BookingData, BookingRecord, Slice } from '@/lib/api/types'
import * as words from '@/messages/lib/bookings'
import { coverageOf } from './bags'
import { calledAmong } from './travellers'

const none: BookingData = {
  slices: [],
  passengers: [],
  seats: [],
  bags: [],
  total_amount: '',
  total_currency: 'USD',
  price: null,
  airline_total: null,
  emissions_kg_per_traveller: null,
  conditions: {
    refundable: false,
    changeable: false,
    refund_before_departure: null,
    change_before_departure: null,
    cancellation_options: [],
  },
}

/** The trip of a record. Data that is no JSON leaves the record itself, which may carry the fields. */
export function bookingData(record: BookingRecord): BookingData {
  return { ...none, ...parsed(record) }
}

function parsed(record: BookingRecord): Partial<BookingData> {
  try {
    return JSON.parse(record.bookingData) as Partial<BookingData>
  } catch {
    return record as Partial<BookingData>
  }
}

/** Nothing comes of it, and its money is on its way back. */
export const isFailing = ({ status, failure }: BookingRecord) => status === 'pending' && Boolean(failure)

/** What happens to the money of such a booking, whether it was only held or taken. */
export const GIVING_BACK = words.givingBack

/** The seats of a booked trip, with the names of those who sit there. */
export const seatsOf = ({ seats, passengers }: BookingData) =>
  seats.map(({ segment_id, designator, passenger_id }) => {
    const sitter = passengers.find(({ id }) => id === passenger_id)
    return { segmentId: segment_id, designator, passenger: sitter ? fullName(sitter) : '' }
  })

/** The bags that were bought for a trip, with the names of those who have them. */
export const bagsOf = ({ bags, passengers, slices }: BookingData) =>
  bags.map(({ passenger_id, kind, weight_kg: weightKg, segment_ids, quantity, price }) => {
    const holder = passengers.find(({ id }) => id === passenger_id)
    const passenger = holder ? fullName(holder) : ''
    return { passenger, kind, weightKg, coverage: coverageOf(slices, segment_ids), quantity, price }
  })

type Passenger = BookingData['passengers'][number]

export const fullName = ({ given_name, family_name }: Passenger) => `${given_name} ${family_name}`

const nameOf = ({ given_name, family_name }: Passenger) => ({ firstName: given_name, lastName: family_name })

/** What the adult is called on whose lap an infant sits, told from other adults; null for others, and where unknown. */
export function associatedAdultName({ associated_adult_id }: Passenger, passengers: readonly Passenger[]) {
  const adult = passengers.find(({ id }) => id === associated_adult_id)
  const adults = passengers.filter(({ type }) => type === 'adult')
  return adult ? calledAmong(nameOf(adult), adults.map(nameOf)) : null
}

/** A booked direction as the parts that draw offers take it. */
export const toSlice = ({ id, origin, destination, duration, segments, fare_brand_name }: BookedSlice): Slice => ({
  id,
  origin,
  destination,
  duration,
  segments,
  fare_brand_name,
})
