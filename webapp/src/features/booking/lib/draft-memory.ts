import { keepPacked, packedBags } from '@/lib/chosen-bags'
import { readStored, removeStored, store } from '@/lib/storage'
import type { BookingEvent } from './booking-events'
import { type Draft, emptyDraft, nextDraft } from './draft'

/** Of this tab: ids and designators, without names or prices. */
const SEATS = 'chosenSeats'

/**
 * The draft outlives the pages of a booking and goes with the document. Chosen seats and bags alone are in the browser's
 * storage, so that a reload loses none. A change redraws nothing: a page reads the draft when it begins.
 */
let draft = emptyDraft

export const readDraft = (): Draft => ({
  ...draft,
  seated: draft.seated ?? readStored('sessionStorage', SEATS),
  packed: packedBags(),
})

export function remember(event: BookingEvent) {
  draft = nextDraft(readDraft(), event)
  keepSeats(draft)
  keepPacked(draft.packed)
}

function keepSeats({ seated }: Draft) {
  if (!seated || seated.seats.length === 0) return removeStored('sessionStorage', SEATS)
  const seats = seated.seats.map(({ segmentId, passengerId, designator }) => ({ segmentId, passengerId, designator }))
  store('sessionStorage', SEATS, { offerId: seated.offerId, seats } satisfies Draft['seated'])
}
