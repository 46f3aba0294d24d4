'use client'
import { fromDraft } from '../lib/draft'
import { draftPassengers } from '../lib/draft-memory'
import type { PassengerFields } from '../lib/passenger-form'
import { usePassengersStep, useTrip } from './booking-contexts'

/** Who travels, as far as is known: as the form took them, else as it was left, else as they are kept. */
export function useKnownPassengers(): readonly PassengerFields[] {
  const { party, passengers } = useTrip()
  const { typed } = usePassengersStep()
  return passengers ?? typed ?? fromDraft(draftPassengers(), party)
}
