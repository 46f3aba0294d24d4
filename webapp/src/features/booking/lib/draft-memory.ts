import type { BookingEvent } from './booking-events'
import { emptyDraft, nextDraft } from './draft'

/**
 * The draft outlives the pages of a booking and goes with the document: it is never in the browser's storage. A change
 * redraws nothing: a page reads the draft when it begins.
 */
let draft = emptyDraft

export const readDraft = () => draft

export function remember(event: BookingEvent) {
  draft = nextDraft(draft, event)
}
