import type { BookingData, BookingRecord, BookingStatus } from '@/lib/api/types'
import { bookingData, isFailing } from '@/lib/booked-trip'
import { formatDayOfYear, formatShortMonth, formatWeekday, hasCome } from '@/lib/dates'
import { routeName } from '@/lib/route-name'
import * as words from '@/messages/trips/trip'

/** A booking with its trip read out of it. */
export interface Trip {
  record: BookingRecord
  data: BookingData
}

export const tripGroups = ['upcoming', 'past', 'cancelled'] as const
export type TripGroup = (typeof tripGroups)[number]

const groups: Record<BookingStatus, TripGroup | null> = {
  confirmed: 'upcoming',
  pending: 'upcoming',
  completed: 'past',
  cancelled: 'cancelled',
  failed: null,
}

export const toTrip = (record: BookingRecord): Trip => ({ record, data: bookingData(record) })

export const isCancelled = ({ record }: Trip) => record.status === 'cancelled'

/** Nobody flies it: what is said of its flights is said in the past. */
export const isOff = (trip: Trip) => isCancelled(trip) || trip.record.status === 'failed' || isFailing(trip.record)

/** There is a trip to take along; of a cancelled one its record. */
export const hasDocuments = ({ record }: Trip) => record.status !== 'pending' && record.status !== 'failed'

const departure = ({ data }: Trip) => data.slices[0]?.departure_time ?? ''

/** Its first flight has departed, by the clock of its airport. */
export const hasLeft = ({ data: { slices } }: Trip) =>
  slices[0] !== undefined && hasCome(slices[0].departure_time, slices[0].origin.time_zone)

/** What its details offer; the airline has the last word when it is asked for a quote. */
export const isCancellable = (trip: Trip) =>
  trip.record.status === 'confirmed' && trip.data.conditions.cancellation_options.length > 0 && !hasLeft(trip)

/** Why a trip that will be flown cannot be cancelled here. */
export const noCancelling = (trip: Trip) => (hasLeft(trip) ? words.started : words.notOnline)

/** The trips of a tab: the next one first, of those that are over the latest. */
export function inGroup(trips: readonly Trip[], group: TripGroup) {
  const sorted = trips
    .filter(({ record }) => groups[record.status] === group)
    .toSorted((a, b) => departure(a).localeCompare(departure(b)))
  return group === 'upcoming' ? sorted : sorted.reverse()
}

/** Where the trip leads. */
export function routeLabel({ data }: Trip) {
  const first = data.slices[0]
  return first ? routeName(first.origin, first.destination) : words.yourTrip
}

export const tripTypeLabel = ({ data }: Trip) => (data.slices.length > 1 ? words.roundTrip : words.oneWay)

/** "Fri, Mar 5, 2027 to Fri, Mar 12, 2027" */
export function dateRange({ data }: Trip) {
  const [first, last] = [data.slices[0], data.slices.at(-1)]
  if (!first || !last || first === last) return formatDayOfYear(first?.departure_time)
  return words.dateRange({ from: formatDayOfYear(first.departure_time), to: formatDayOfYear(last.departure_time) })
}

export const passengersLabel = ({ data }: Trip) => words.passengers({ count: data.passengers.length })

export const statusLabels: Record<BookingStatus, string> = {
  pending: words.pending,
  confirmed: words.confirmed,
  completed: words.completed,
  cancelled: words.cancelled,
  failed: words.failed,
}

/** The parts of the date block: "Mar", "05", "Friday". */
export function departureParts(trip: Trip) {
  const at = departure(trip)
  return { month: formatShortMonth(at), day: at.slice(8, 10), weekday: formatWeekday(at) }
}
