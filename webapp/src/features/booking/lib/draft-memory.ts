import { readStored, removeStored, store } from '@/lib/storage'
import type { BookingEvent } from './booking-events'
import { type Draft, emptyDraft, nextDraft } from './draft'

/** Of this tab. It has ids and designators: who sits there is not in it, and no price. */
const KEY = 'chosenSeats'

/**
 * The draft outlives the pages of a booking and goes with the document. Chosen seats alone are in the browser's storage,
 * so that a reload loses none. A change redraws nothing: a page reads the draft when it begins.
 */
let draft = emptyDraft

export const readDraft = (): Draft => ({ ...draft, seated: draft.seated ?? readStored('sessionStorage', KEY) })

export function remember(event: BookingEvent) {
  draft = nextDraft(readDraft(), event)
  keepSeats(draft)
}

function keepSeats({ seated }: Draft) {
  if (!seated || seated.seats.length === 0) return removeStored('sessionStorage', KEY)
  const seats = seated.seats.map(({ segmentId, passengerId, designator }) => ({ segmentId, passengerId, designator }))
  store('sessionStorage', KEY, { offerId: seated.offerId, seats } satisfies Draft['seated'])
}
