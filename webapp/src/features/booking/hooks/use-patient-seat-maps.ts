'use client'
import { useState } from 'react'
import { useSeatMaps } from '@/lib/api/offers'
import { untilBack } from '@/lib/api/retry'
import { readSeatMaps } from '../api/read-seat-maps'

/**
 * The seat maps of an offer; null waits. There is an error only once they were asked for three times, and none of what
 * failed before, as on the page of the flight: they are asked for anew, and what that page still repeats ends with them.
 */
export function usePatientSeatMaps(offerId: string | null) {
  const { data, error, mutate } = useSeatMaps(offerId, { onSuccess: untilBack.onSuccess }, readSeatMaps)
  const [earlier] = useState(error)
  return { data, error: error === earlier ? undefined : error, mutate }
}
