import * as words from '@/messages/lib/booking-failures'
import * as offerWords from '@/messages/lib/countdown'
import * as reasonWords from '@/messages/lib/reasons'
import type { BookingRecord } from './api/types'

/** A chosen bag is not sold, or not as it was chosen. */
export const BAG_UNAVAILABLE = 'BAG_UNAVAILABLE'

/** The airline does not say which of the two it does not sell any more. */
export const SEAT_OR_BAG_UNAVAILABLE = 'seat_or_bag_unavailable'

/** What an answer says of a booking that failed. */
export type ToldFailure = Partial<NonNullable<BookingRecord['failure']>>

/** By the reasons that the server names (docs/errors.md). */
const reasons: Record<string, string> = {
  payment_failed: words.notPaid,
  not_confirmed_at_bank: words.notConfirmedAtBank,
  cards_unavailable: words.cardsUnavailable,
  payment_not_for_booking: words.notForBooking,
  payment_cancelled: words.cancelled,
  offer_expired: offerWords.offerExpired,
  documents_unsupported: reasonWords.otherDocuments,
  price_changed: words.priceChanged,
  airline_refused: words.airlineRefused,
  seat_taken: words.seatTaken,
  bag_unavailable: words.bagUnavailable,
  [SEAT_OR_BAG_UNAVAILABLE]: words.seatOrBagUnavailable,
  same_names: words.sameNames,
  name_refused: words.nameRefused,
  phone_refused: words.phoneRefused,
  email_refused: words.emailRefused,
  age_refused: words.ageRefused,
  airline_unreached: words.airlineUnreached,
  sales_closed: words.salesClosed,
}

/** Where no reason is named. Nothing was taken from the card before any of these. */
const reasonsOfCodes: Record<string, string> = {
  PAYMENT_FAILED: words.notPaid,
  OFFER_EXPIRED: offerWords.offerExpired,
  PRICE_CHANGED: words.priceChanged,
  [BAG_UNAVAILABLE]: words.bagUnavailable,
}

const outcomes: Record<string, string> = {
  not_charged: words.notCharged,
  paid_back: words.paidBack,
  owed: words.owed,
}

/** Why a booking came to nothing. */
export const reasonOfFailure = ({ code = '', reason }: ToldFailure) =>
  reasons[reason ?? ''] ?? reasonsOfCodes[code] ?? words.airlineRefused

/** What became of the money. Null where that is not known: it is on its way back, or has been given back. */
export const moneyOfFailure = ({ code = '', money }: ToldFailure) =>
  outcomes[money ?? ''] ?? (code in reasonsOfCodes ? words.notCharged : null)

/** Whether other bags may help: the airline refused the order because of its bags, or perhaps of its seats. */
export const isOfBags = ({ code, reason }: ToldFailure) =>
  code === BAG_UNAVAILABLE || reason === 'bag_unavailable' || reason === SEAT_OR_BAG_UNAVAILABLE

/** Both, as far as the money is known. */
export function wordsOfFailure(failure: ToldFailure) {
  const [reason, money] = [reasonOfFailure(failure), moneyOfFailure(failure)]
  return money === null ? reason : words.reasonAndMoney({ reason, money })
}

/** The same, if the server names a reason that says more than the code. */
export const exactWordsOfFailure = (failure: ToldFailure) =>
  failure.reason && reasons[failure.reason] && reasons[failure.reason] !== reasonsOfCodes[failure.code ?? '']
    ? wordsOfFailure(failure)
    : null
