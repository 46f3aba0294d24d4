import type { Offer } from '@/lib/api/types'
import { fromDraft } from '../lib/draft'
import { readDraft, remember } from '../lib/draft-memory'
import { passengerFormSchema } from '../lib/passenger-rules'
import type { PartyMember } from '../lib/passengers'
import { rulesOf } from '../lib/rules-of'
import { fetchKeptPassengers } from './kept-passengers'

/** Reads what is kept of who travels into the draft. Answers it as the form would take it; null where it would not. */
export async function fetchCompletePassengers(offer: Offer, party: readonly PartyMember[]) {
  const kept = await fetchKeptPassengers(offer.id)
  remember({ type: 'passengers kept', offerId: offer.id, ...kept, hadPassports: false })
  const form = { passengers: fromDraft(readDraft(), party) }
  const taken = passengerFormSchema(rulesOf(offer, { party, skipped: [] })).safeParse(form)
  return taken.success ? taken.data.passengers : null
}
