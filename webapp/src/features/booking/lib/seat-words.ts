import { kindWords, type SeatFacts, spotWords } from '@/components/offer/cabin'
import { formatTotal } from '@/lib/money'
import { isFree, isRestricted, type SeatElement, type SeatOffer } from '@/lib/seats'
import * as words from '@/messages/booking/seats'
import * as seatWords from '@/messages/components/seats'
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
export const seatKindWords = ({ facts: { spots, kind } }: SeatView) =>
  words.seatKind({ spot: spots.length > 1 ? 'both' : (spots[0] ?? 'middle'), kind })

const priceWords = (offer: SeatOffer) =>
  isFree(offer) ? seatWords.freePrice : formatTotal(offer.amount, offer.currency)

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
  const { element, facts, offer, barrier } = view
  const price = offer && isOpen(view) && priceWords(offer)
  const state = stateWords(view)
  const parts = [
    rowWords(facts),
    facts.letter && words.letter({ letter: facts.letter }),
    spotWords(facts.spots),
    facts.isOverWing && words.overWing,
    facts.isExit && state !== barrier && words.exitRow,
    !isRestricted(element) && kindWords[facts.kind],
    state,
    price,
  ]
  return parts.filter(Boolean).join(lists.separator)
}

/** Why a seat that is not open can't be chosen. */
export function refusalWords(view: SeatView) {
  const { designator } = view.element
  const reason = stateWords(view)
  return designator ? words.refused({ seat: designator, reason }) : words.refusedUnnamed({ reason })
}

/** That the active passenger has given a seat back. */
export const removalWords = (seat: SeatOffer) =>
  isFree(seat)
    ? words.removed({ seat: seat.designator })
    : words.removedForLess({ seat: seat.designator, amount: formatTotal(seat.amount, seat.currency) })

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
