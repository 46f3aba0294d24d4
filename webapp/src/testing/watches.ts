import type { FareOnDay, WatchedPrice, WatchedTrip } from '@/lib/api/types'
import { usd } from './bookings'

export const watchedTrip = (part: Partial<WatchedTrip> = {}): WatchedTrip => ({
  origin: 'JFK',
  destination: 'LHR',
  departureDate: '2027-03-05',
  returnDate: '2027-03-12',
  cabinClass: 'economy',
  adults: 2,
  children: 1,
  infants: 0,
  ages: [7],
  ...part,
})

export const seenOn = (day: string, amount: string): FareOnDay => ({ day, amount, currency: 'USD' })

/** A price that has fallen from $690 to $612 in nine days, unless said otherwise. */
export const watchedPrice = (part: Partial<WatchedPrice> = {}): WatchedPrice => ({
  id: 'watch_1',
  trip: watchedTrip(),
  state: 'active',
  again: false,
  first: usd('690.00'),
  now: usd('612.00'),
  lowest: usd('605.00'),
  seenAt: '2026-11-26T12:00:00Z',
  history: [seenOn('2026-11-17', '690.00'), seenOn('2026-11-22', '605.00'), seenOn('2026-11-26', '612.00')],
  ...part,
})
