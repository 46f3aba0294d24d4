import { ApiError } from '@/lib/api/error'
import { DOCUMENTS_UNSUPPORTED, OFFER_EXPIRED, tellsOfExpiry } from '@/lib/api/offers'
import type { Amount } from '@/lib/api/types'
import { EXPIRED } from '@/lib/countdown'
import { formatMomentTime } from '@/lib/dates'
import * as words from '@/messages/booking/failure'
import * as offerWords from '@/messages/booking/offer'

/**
 * Why a payment or booking did not go through, by what the page does about it. `refused` is the airline's last word
 * on this offer; `away` is a card of which nobody knows, in the form for another try; `offline` was not sent at all;
 * `halted` is a payer whose cards nobody looks at for a while, whatever they pay for.
 */
export type FailureKind =
  | 'expired'
  | 'payment'
  | 'halted'
  | 'limited'
  | 'price'
  | 'mode'
  | 'fields'
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
  /** Of `fields`: paths such as "passengers[0].firstName". */
  fields?: readonly { field: string; message: string }[]
  requestId?: string | null
}

const kinds: Record<string, FailureKind> = {
  [OFFER_EXPIRED]: 'expired',
  OFFER_NOT_FOUND: 'expired',
  PAYMENT_FAILED: 'payment',
  NOT_A_TEST_CARD: 'payment',
  LIVE_CARDS_UNAVAILABLE: 'payment',
  CARDS_UNAVAILABLE: 'payment',
  AMOUNT_TOO_LARGE: 'payment',
  AUTHENTICATION_REQUIRED: 'payment',
  CARD_EXPIRED: 'payment',
  INVALID_CARD: 'payment',
  TEST_PAYMENT_IN_LIVE: 'payment',
  TOO_MANY_ATTEMPTS: 'halted',
  RATE_LIMITED: 'limited',
  PRICE_CHANGED: 'price',
  MODE_MISMATCH: 'mode',
  VALIDATION_ERROR: 'fields',
  IDEMPOTENCY_KEY_REUSED: 'booking',
  BOOKING_FAILED: 'refused',
  [DOCUMENTS_UNSUPPORTED]: 'refused',
}

const titles: Record<FailureKind, string> = {
  expired: offerWords.expiredTitle,
  payment: words.payment,
  halted: words.payment,
  limited: words.limited,
  price: words.price,
  mode: words.paymentError,
  fields: words.fields,
  unanswered: words.unanswered,
  away: words.paymentError,
  offline: words.offline,
  refused: words.booking,
  booking: words.booking,
}

const messages: Partial<Record<FailureKind, string>> = {
  expired: EXPIRED,
  payment: words.cardDeclined,
  price: words.newPrice,
  mode: words.modeChanged,
}

/** A server that fell over a request may have done it before. */
const FAULT = 500

/** For answers without a code: what their text is about. Expiry first, since an expired offer also fails a payment. */
export function kindOfText(text: string): FailureKind {
  if (tellsOfExpiry(text)) return 'expired'
  if (/payment|card|PAYMENT_FAILED|resource not found/i.test(text)) return 'payment'
  return 'booking'
}

const priceOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'price' in body ? (body.price as Amount | null) : null

/** Of an offer that the server does not sell, to anybody. */
export const NOT_SOLD = words.notSold

/** Nothing went out, whatever may have before. */
export const offline: Failure = {
  kind: 'offline',
  title: titles.offline,
  message: words.payOnceOnline,
}

/** Told by the check before the card, which was not asked for. */
export const notSold = (said: string): Failure => ({ kind: 'refused', title: NOT_SOLD, message: withMoneyWords(said) })

/** The shop is in another mode than the page shows. */
export const switched: Failure = { kind: 'mode', title: titles.mode, message: words.modeChanged }

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { kind: 'booking', title: titles.booking, message: words.unknown }
  if (error.isPassing || error.status === FAULT) return unanswered(error)
  return {
    ...refusal(error.code, error.detail ?? error.message, { price: priceOf(error.body) }),
    fields: error.fields,
    requestId: error.requestId,
  }
}

/** A definite no, by its code; by its words where the code is unknown. */
export function refusal(code: string, said: string, more: Pick<Failure, 'price' | 'retryAt'> = {}): Failure {
  const kind = kinds[code] ?? kindOfText(`${code} ${said}`)
  const message = more.retryAt
    ? words.haltedUntil({ time: formatMomentTime(more.retryAt) })
    : messageOf(kind, code, said)
  return { kind, title: titles[kind], message, ...more }
}

/** The card is not to be sent once more as it stands: its fields are emptied. */
export const clearsCard = (failure: Failure | null) => failure?.kind === 'payment' || failure?.kind === 'halted'

/** A reason that says already what it means for the money says it once. */
export const withMoneyWords = (said: string) =>
  saysNothingCharged(said) ? said : words.withNothingCharged({ reason: said })

export const saysNothingCharged = (said: string) => /nothing (was|has been) charged/i.test(said)

const theirWords: readonly FailureKind[] = ['payment', 'halted', 'limited', 'refused', 'booking', 'fields']

/** The server's own words where it knows better than we: why a card was refused, what is wrong with a booking. */
function messageOf(kind: FailureKind, code: string, said: string) {
  const isTheirs = theirWords.includes(kind) && code !== '' && said !== ''
  return (isTheirs ? said : messages[kind]) ?? words.unknown
}

/** No answer is no failure: what was sent may have arrived. */
const unanswered = ({ requestId }: ApiError): Failure => ({
  kind: 'unanswered',
  title: titles.unanswered,
  message: words.interrupted,
  requestId,
})
