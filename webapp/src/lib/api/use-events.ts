'use client'
import { useEffect, useRef } from 'react'
import { withBrand } from '@/lib/use-navigate'

interface BookingEvent {
  id: string
  version: number
  status: string
}

/** Hears of changes to the visitor's own bookings while `isListening`. Only a hint: the page reads the booking again. */
export function useBookingEvents(isListening: boolean, onChange: (event: BookingEvent) => void) {
  const latest = useRef(onChange)
  latest.current = onChange

  useEffect(() => {
    if (!isListening || typeof EventSource === 'undefined') return
    // An EventSource sends no headers, so the address carries the brand.
    const source = new EventSource(withBrand('/api/events'), { withCredentials: true })
    source.addEventListener('booking', (event) => latest.current(JSON.parse(event.data) as BookingEvent))
    return () => source.close()
  }, [isListening])
}
