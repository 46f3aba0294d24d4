import { readStored, removeStored, store } from '@/lib/storage'
import type { BookingEvent } from './booking-events'
import { type Draft, emptyDraft, nextDraft } from './draft'

/** Of this tab. They have ids, designators and places in the party: whose they are is not in them, and no price. */
const SEATS = 'chosenSeats'
const BAGS = 'chosenBags'

/**
 * The draft outlives the pages of a booking and goes with the document. Chosen seats and bags alone are in the browser's
 * storage, so that a reload loses none. A change redraws nothing: a page reads the draft when it begins.
 */
let draft = emptyDraft

export const readDraft = (): Draft => ({
  ...draft,
  seated: draft.seated ?? readStored('sessionStorage', SEATS),
  packed: draft.packed ?? readStored('sessionStorage', BAGS),
})

export function remember(event: BookingEvent) {
  draft = nextDraft(readDraft(), event)
  keepSeats(draft)
  keepBags(draft)
}

function keepSeats({ seated }: Draft) {
  if (!seated || seated.seats.length === 0) return removeStored('sessionStorage', SEATS)
  const seats = seated.seats.map(({ segmentId, passengerId, designator }) => ({ segmentId, passengerId, designator }))
  store('sessionStorage', SEATS, { offerId: seated.offerId, seats } satisfies Draft['seated'])
}

function keepBags({ packed }: Draft) {
  if (!packed || packed.bags.length === 0) return removeStored('sessionStorage', BAGS)
  const bags = packed.bags.map((bag) => ({ ...bag, price: null }))
  store('sessionStorage', BAGS, { offerId: packed.offerId, bags } satisfies Draft['packed'])
}
