'use client'
import { FlightPage } from '@/features/detail/components/flight-page'
import { WatchButton } from '@/features/watch/components/watch-button'

/** A flight, and what may be done with its trip. */
export const Flight = () => <FlightPage Watch={WatchButton} />
