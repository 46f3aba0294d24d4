'use client'
import { useCallback, useMemo, useReducer } from 'react'
import type { Offer } from '@/lib/api/types'
import type { BookingEvent } from '../lib/booking-events'
import { type BookingState, firstBooking, nextBooking } from '../lib/booking-state'
import { readDraft, remember } from '../lib/draft-memory'
import { partyOf } from '../lib/passengers'

/**
 * What the traveler has typed and chosen so far. `tell` changes it, and the draft for another try. `booked`: who
 * traveled in a try that this page still has.
 */
export function useBookingState(offer: Offer, params: URLSearchParams, booked: BookingState['typed']) {
  const party = useMemo(() => partyOf(offer, params), [offer, params])
  const [state, dispatch] = useReducer(nextBooking, null, () =>
    firstBooking({ draft: readDraft(), booked }, offer, party),
  )
  const tell = useCallback((event: BookingEvent) => {
    dispatch(event)
    remember(event)
  }, [])
  return { party, state, tell }
}

export type Tell = (event: BookingEvent) => void
