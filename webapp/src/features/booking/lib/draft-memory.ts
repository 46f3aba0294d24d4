import { keepPacked, packedBags } from '@/lib/chosen-bags'
import { readStored, removeStored, store } from '@/lib/storage'
import type { BookingEvent } from './booking-events'
import { type Draft, emptyDraft, nextDraft } from './draft'

/** Of this tab: ids and designators, without names or prices. */
const SEATS = 'chosenSeats'
/** Of this tab: the offers that a passport was typed for, so that a reload of one asks for it again. */
const PASSPORT_OFFERS = 'passportOffers'

/**
 * The draft outlives the pages of a booking and goes with the document. Chosen seats and bags alone are in the browser's
 * storage, so that a reload loses none, and the offers that a passport was typed for. A change redraws nothing: a page
 * reads the draft when it begins.
 */
let draft = emptyDraft

export const readDraft = (): Draft => ({
  ...draft,
  passportOffers: draft.passportOffers.length > 0 ? draft.passportOffers : storedPassportOffers(),
  seated: draft.seated ?? readStored('sessionStorage', SEATS),
  packed: packedBags(),
})

/** Who travels: in memory alone, so that a page may ask at each draw. */
export const draftPassengers = (): Pick<Draft, 'passengers'> => draft

const storedPassportOffers = () => readStored<string[]>('sessionStorage', PASSPORT_OFFERS) ?? []

export function remember(event: BookingEvent) {
  draft = nextDraft(readDraft(), event)
  keepSeats(draft)
  if (draft.passportOffers.length > 0) store('sessionStorage', PASSPORT_OFFERS, draft.passportOffers)
  else removeStored('sessionStorage', PASSPORT_OFFERS)
  keepPacked(draft.packed)
}

function keepSeats({ seated }: Draft) {
  if (!seated || seated.seats.length === 0) return removeStored('sessionStorage', SEATS)
  const seats = seated.seats.map(({ segmentId, passengerId, designator }) => ({ segmentId, passengerId, designator }))
  store('sessionStorage', SEATS, { offerId: seated.offerId, seats } satisfies Draft['seated'])
}
