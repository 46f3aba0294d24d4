'use client'
import { useState } from 'react'
import useSWR from 'swr'
import { fetchTypedPassengers, typedPassengersKey } from '../api/typed-passengers'
import { hasDraft, keepDraft } from '../lib/draft'

/**
 * Whether what was typed for a booking that failed is there for the next one. A page that was left in between, as for
 * the cardholder's bank, has lost it: the server then gives it back to its booker.
 */
export function useTypedAgain(bookingId: string) {
  const [isKept, setKept] = useState(hasDraft)
  useSWR(isKept ? null : typedPassengersKey(bookingId), () => fetchTypedPassengers(bookingId), {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    onSuccess: ({ party, passengers }) => {
      keepDraft(party, passengers)
      setKept(hasDraft())
    },
  })
  return isKept
}
