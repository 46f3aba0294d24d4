import { ApiError, reasonOf } from '@/lib/api/error'
import { fieldProblems } from '@/lib/api/field-problems'
import { DOCUMENTS_UNSUPPORTED, OFFER_EXPIRED, tellsOfExpiry } from '@/lib/api/offers'
import type { Amount } from '@/lib/api/types'
import {
  BAG_UNAVAILABLE,
  exactWordsOfFailure,
  isOfBags,
  SEAT_OR_BAG_UNAVAILABLE,
  type ToldFailure,
} from '@/lib/booking-failure'
import { EXPIRED } from '@/lib/countdown'
import { formatMomentTime } from '@/lib/dates'
import * as words from '@/messages/booking/failure'
import * as offerWords from '@/messages/booking/offer'
import * as reasonWords from '@/messages/lib/reasons'
import { bookingFieldWords, ownName } from './field-words'

/**
 * Why a payment or booking did not go through, by what the page does about it. `refused` is the airline's last word
 * on this offer; `away` is a card of which nobody knows, in the form for another try; `offline` was not sent at all;
 * `halted` is a payer whose cards nobody looks at for a while, whatever they pay for; `bags` are bags that are not sold as
 * they were chosen.
 */
export type FailureKind =
  | 'expired'
  | 'payment'
  | 'halted'
  | 'limited'
  | 'price'
  | 'mode'
  | 'fields'
  | 'bags'
  | 'unanswered'
  | 'away'
  | 'offline'
  | 'refused'
  | 'booking'

export interface Failure {
  kind: FailureKind
  title: string
  message: string
  /** Of `price`: what is asked for now. */
  price?: Amount | null
  /** Of `halted`: the instant from which cards are taken again; none where the server names no time. */
  retryAt?: string | null
  /** Of `fields` and `bags`: paths such as "passengers[0].firstName". */
  fields?: readonly { field: string; message: string }[]
  requestId?: string | null
}

interface Refusal {
  kind: FailureKind
  /** What happened, and what it means for the money where that follows from the code. */
  message: string
}

const expired: Refusal = { kind: 'expired', message: EXPIRED }
const cardsUnavailable: Refusal = { kind: 'payment', message: words.cardsUnavailable }

/** By the server's codes (docs/errors.md). */
const refusals: Record<string, Refusal> = {
  [OFFER_EXPIRED]: expired,
  OFFER_NOT_FOUND: expired,
  PAYMENT_FAILED: { kind: 'payment', message: words.cardDeclined },
  NOT_A_TEST_CARD: { kind: 'payment', message: words.notATestCard },
  LIVE_CARDS_UNAVAILABLE: cardsUnavailable,
  CARDS_UNAVAILABLE: cardsUnavailable,
  CURRENCY_UNAVAILABLE: { kind: 'payment', message: words.currencyUnavailable },
  AMOUNT_TOO_LARGE: { kind: 'payment', message: words.amountTooLarge },
  PAYMENT_NOT_FOR_BOOKING: { kind: 'payment', message: words.notForBooking },
  AUTHENTICATION_REQUIRED: { kind: 'payment', message: words.notConfirmedAtBank },
  CARD_EXPIRED: { kind: 'payment', message: words.cardExpired },
  INVALID_CARD: { kind: 'payment', message: words.invalidCard },
  OFFER_NOT_VIEWED: { kind: 'payment', message: words.offerNotViewed },
  TEST_PAYMENT_IN_LIVE: { kind: 'payment', message: words.testPaymentInLive },
  TOO_MANY_ATTEMPTS: { kind: 'halted', message: words.halted },
  WORK_REQUIRED: { kind: 'limited', message: words.robotCheckFailed },
  RATE_LIMITED: { kind: 'limited', message: reasonWords.tooManyRequests },
  PRICE_CHANGED: { kind: 'price', message: words.newPrice },
  MODE_MISMATCH: { kind: 'mode', message: words.modeChanged },
  VALIDATION_ERROR: { kind: 'fields', message: words.detailsNotTaken },
  [BAG_UNAVAILABLE]: { kind: 'bags', message: words.bagUnavailable },
  IDEMPOTENCY_KEY_REUSED: { kind: 'booking', message: words.sentBefore },
  BOOKING_FAILED: { kind: 'refused', message: words.airlineRefused },
  [DOCUMENTS_UNSUPPORTED]: { kind: 'refused', message: words.otherDocuments },
}

const titles: Record<FailureKind, string> = {
  expired: offerWords.expiredTitle,
  payment: words.payment,
  halted: words.payment,
  limited: words.limited,
  price: words.price,
  mode: words.paymentError,
  fields: words.fields,
  bags: words.bags,
  unanswered: words.unanswered,
  away: words.paymentError,
  offline: words.offline,
  refused: words.booking,
  booking: words.booking,
}

/** A server that fell over a request may have done it before. */
const FAULT = 500

/**
 * Of an answer without a code, or with one that this page does not know: what it is about. Expiry first, since an expired
 * offer also fails a payment.
 */
export function refusalOfText(text: string): Refusal {
  if (tellsOfExpiry(text)) return expired
  if (/payment|card|PAYMENT_FAILED|resource not found/i.test(text))
    return { kind: 'payment', message: words.cardDeclined }
  return { kind: 'booking', message: reasonWords.fault }
}

const priceOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'price' in body ? (body.price as Amount | null) : null

/** Why a booking failed, in the answer to the request that made it. */
const failureIn = (body: unknown): ToldFailure => (typeof body === 'object' && body !== null ? body : {})

/** Told by the check before the card, which was not asked for. */
export const notSold = (code: string): Failure => ({
  kind: 'refused',
  title: words.notSold,
  message: code === DOCUMENTS_UNSUPPORTED ? words.otherDocuments : words.notSoldHere,
})

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { kind: 'booking', title: titles.booking, message: reasonWords.fault }
  if (error.isPassing || error.status === FAULT) return unanswered(error)
  const why = failureIn(error.body)
  const code = isOfBags(why) ? BAG_UNAVAILABLE : error.code
  const told = refusal(code, error.said ?? error.message, { price: priceOf(error.body) })
  return {
    ...told,
    title: why.reason === SEAT_OR_BAG_UNAVAILABLE ? words.seatOrBag : told.title,
    message: exactWordsOfFailure(why) ?? (told.kind === 'limited' ? reasonOf(error, told.message) : told.message),
    fields: fieldProblems(error, bookingFieldWords, ownName),
    requestId: error.requestId,
  }
}

/** The same, of the booking that a card was authorised for. */
export function failureOfOrder(error: unknown): Failure {
  const failure = failureOf(error)
  return failure.kind === 'payment' ? { ...failure, title: words.cardPayment } : failure
}

/** A definite no, by its code; what the server says counts only where it gives none. */
export function refusal(code: string, said: string, more: Pick<Failure, 'price' | 'retryAt'> = {}): Failure {
  const { kind, message: ours } = refusals[code] ?? refusalOfText(code || said)
  const message = more.retryAt ? words.haltedUntil({ time: formatMomentTime(more.retryAt) }) : ours
  return { kind, title: titles[kind], message, ...more }
}

/** The card is not to be sent once more as it stands: its fields are emptied. */
export const clearsCard = (failure: Failure | null) => failure?.kind === 'payment' || failure?.kind === 'halted'

/** No answer is no failure: what was sent may have arrived. */
const unanswered = ({ requestId }: ApiError): Failure => ({
  kind: 'unanswered',
  title: titles.unanswered,
  message: words.interrupted,
  requestId,
})
