import type { BagOf } from '@/components/offer/booked-bags'
import type { SeatOf } from '@/components/offer/booked-seats'
import type { BookingRecord, Slice } from '@/lib/api/types'
import { associatedAdultName, bagsOf, bookingData, fullName, seatsOf, toSlice } from '@/lib/booked-trip'
import type { BookingCreated } from '../api/create-booking'
import type { Booked } from '../hooks/use-booking'
import { priceOf } from './bag-choices'
import { adultNameOf } from './laps'

/** What the confirmation shows, whether it comes from the flow itself or from the booking as the server keeps it. */
export interface Ticket {
  bookingId: string
  /** As the airline gives it. */
  reference: string
  slices: Slice[]
  /** `type`: as the API names it. `lapOf`: what the adult is called on whose lap an infant sits. */
  passengers: { name: string; type: string; lapOf: string | null; ticketNumbers: string[] }[]
  seats: SeatOf[]
  bags: BagOf[]
  total: string
  currency: string
  /** CO2 for each traveller with a seat; null where the airline did not state it. */
  emissionsKg: number | null
  /** What it was paid with; null where that is not known, as in the answer to the booking. */
  card: BookingRecord['card']
  /** Booked in test mode. */
  isTest: boolean
}

export function ticketOf(booked: Booked, answer: BookingCreated): Ticket {
  const { offer, passengers, party, seats, bags, total, isTest } = booked
  const names = passengers.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  const nameOf = (id: string) => names[party.findIndex((member) => member.id === id)] ?? ''
  return {
    bookingId: answer.id,
    reference: answer.duffelBookingId,
    slices: offer.slices,
    passengers: names.map((name, index) => ({
      name,
      type: party[index]?.type ?? 'adult',
      lapOf: adultNameOf(index, party, passengers),
      ticketNumbers: [],
    })),
    seats: seats.map(({ segmentId, designator, passengerId }) => ({
      segmentId,
      designator,
      passenger: nameOf(passengerId),
    })),
    bags: bags.map((bag) => ({ ...bag, passenger: names[bag.traveler] ?? '', price: priceOf(bag) })),
    total,
    currency: offer.price.currency,
    emissionsKg: offer.emissions_kg_per_traveller,
    card: null,
    isTest,
  }
}

export function ticketOfRecord(record: BookingRecord): Ticket {
  const data = bookingData(record)
  return {
    bookingId: record.id,
    reference: record.duffelBookingId,
    slices: data.slices.map(toSlice),
    passengers: data.passengers.map((passenger) => ({
      name: fullName(passenger),
      type: passenger.type,
      lapOf: associatedAdultName(passenger, data.passengers),
      ticketNumbers: passenger.ticket_numbers,
    })),
    seats: seatsOf(data),
    bags: bagsOf(data),
    total: data.total_amount,
    currency: data.total_currency,
    emissionsKg: data.emissions_kg_per_traveller,
    card: record.card,
    isTest: record.mode === 'test',
  }
}

/** Everybody has an e-ticket number. */
export const isTicketed = ({ passengers }: Pick<Ticket, 'passengers'>) =>
  passengers.every(({ ticketNumbers }) => ticketNumbers.length > 0)
