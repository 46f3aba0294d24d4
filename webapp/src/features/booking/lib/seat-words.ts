import { kindWords, type SeatFacts, spotWords } from '@/components/offer/cabin'
import { formatTotal } from '@/lib/money'
import { isFree, isRestricted, type SeatElement, type SeatOffer } from '@/lib/seats'
import * as words from '@/messages/booking/seats'
import * as lists from '@/messages/lib/lists'

/** A seat as the active passenger sees it. */
export interface SeatView {
  element: SeatElement
  facts: SeatFacts
  offer: SeatOffer | null
  cabinClass: string
  /** Why this passenger may not have a seat that is for sale. */
  barrier: string | null
  /** Place in the party of the passenger who has it, from 1; 0 if none of them has. */
  holder: number
  isMine: boolean
}

/** It can be chosen, or is ours already. */
export const isOpen = ({ offer, barrier, holder }: SeatView) => holder > 0 || (offer !== null && barrier === null)

/** "Window, extra legroom" */
export function seatKindWords({ facts }: SeatView) {
  const kind = words.spotAndKind({ spot: spotWords(facts.spots), kind: kindWords[facts.kind] })
  return kind.charAt(0).toUpperCase() + kind.slice(1)
}

const priceWords = (offer: SeatOffer) => (isFree(offer) ? words.priceless : formatTotal(offer.amount, offer.currency))

function stateWords({ element, offer, barrier, holder, isMine }: SeatView) {
  if (isRestricted(element)) return words.notAvailable
  if (isMine) return words.chosenForActive
  if (holder > 0) return words.chosenFor({ number: holder })
  if (barrier && offer) return barrier
  return offer ? words.available : words.taken
}

const rowWords = ({ row }: SeatFacts) => (row === null ? words.rowUnknown : words.row({ row }))

/** For the ear: "Row 15, seat A, window, extra legroom, available, $22", "Row 15, middle, not available". */
export function spokenSeat(view: SeatView) {
  const { element, facts, offer } = view
  const price = offer && isOpen(view) && priceWords(offer)
  const parts = [
    rowWords(facts),
    facts.letter && words.letter({ letter: facts.letter }),
    spotWords(facts.spots),
    facts.isOverWing && words.overWing,
    !isRestricted(element) && kindWords[facts.kind],
    stateWords(view),
    price,
  ]
  return parts.filter(Boolean).join(lists.separator)
}

/** For the eye: "15A · $22 · Window, extra legroom". */
export function seatLine(view: SeatView) {
  const { element, facts, offer, barrier } = view
  if (isRestricted(element)) return [rowWords(facts), words.notAvailable].join(' · ')
  if (!offer) return [element.designator, words.taken, seatKindWords(view)].join(' · ')
  const notes = barrier ? [barrier] : element.disclosures
  return [element.designator, priceWords(offer), seatKindWords(view), ...notes].join(' · ')
}

export const seatOrders = ['row', 'window', 'aisle', 'price'] as const
export type SeatOrder = (typeof seatOrders)[number]

/** Sorts stably: what is equal by the order keeps its place in the cabin. */
export function sortSeats(views: readonly SeatView[], order: SeatOrder): SeatView[] {
  if (order === 'row') return [...views]
  if (order === 'price') return views.toSorted((a, b) => priceOf(a) - priceOf(b))
  const rank = ({ facts }: SeatView) => (facts.spots.includes(order) ? 0 : 1)
  return views.toSorted((a, b) => rank(a) - rank(b))
}

/** To sort by only. Our own seats, which may be for sale to nobody else, come first. */
const priceOf = ({ offer }: SeatView) => (offer ? Number(offer.amount) : -1)
