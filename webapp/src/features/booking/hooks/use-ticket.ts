'use client'
import { useState } from 'react'
import useSWR from 'swr'
import { bookingKey, fetchBooking } from '@/lib/api/bookings'
import type { BookingRecord } from '@/lib/api/types'
import { isTicketed, type Ticket, ticketOfRecord } from '../lib/ticket'

/** The server looks for missing numbers a minute after the booking, then ever more seldom. */
const POLL_MS = 20_000
const POLLED_FOR_MS = 5 * 60_000

/**
 * The ticket with its card and e-ticket numbers: the booking's answer names none, and an airline may give them later.
 * While any is missing the booking is read again, for five minutes and whenever the traveller comes back to the page.
 */
export function useTicket(first: Ticket) {
  const [since] = useState(Date.now)
  const { bookingId } = first
  const { data, isLoading } = useSWR<BookingRecord, Error>(
    isTicketed(first) ? null : bookingKey(bookingId),
    () => fetchBooking(bookingId),
    {
      refreshInterval: (latest) => (isAwaited(latest) && Date.now() - since < POLLED_FOR_MS ? POLL_MS : 0),
      revalidateIfStale: true,
      revalidateOnFocus: true,
      dedupingInterval: 0,
      shouldRetryOnError: true,
      errorRetryInterval: POLL_MS,
      errorRetryCount: 3,
    },
  )
  const ticket = data ? { ...first, passengers: ticketOfRecord(data).passengers, card: data.card } : first
  return { ticket, areNumbersAwaited: !isLoading && !isTicketed(ticket) }
}

const isAwaited = (record: BookingRecord | undefined) => !record || !isTicketed(ticketOfRecord(record))
