import type { BookingEvent } from './booking-events'
import { emptyDraft, nextDraft } from './draft'

/**
 * The draft outlives the pages of a booking and goes with the document: it is never in the browser's storage. Nothing is
 * drawn anew by it: a page reads it as it begins.
 */
let draft = emptyDraft

export const readDraft = () => draft

export function remember(event: BookingEvent) {
  draft = nextDraft(draft, event)
}
