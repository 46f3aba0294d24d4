import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as bookingCases from '@/messages/admin/attention/bookings'
import * as paymentCases from '@/messages/admin/attention/payments'
import * as confirmation from '@/messages/booking/confirmation'
import * as outcome from '@/messages/booking/outcome'
import * as documents from '@/messages/components/trip/documents'
import * as failures from '@/messages/lib/booking-failures'
import * as rules from '@/messages/lib/fare-rules'
import * as reasons from '@/messages/lib/reasons'
import * as cancel from '@/messages/trips/cancel'
import * as credits from '@/messages/trips/credits'
import * as refund from '@/messages/trips/refund'

/** The texts of a service's mails, PDF and calendar that stand in one line each. */
const catalogue = (service: string) =>
  new Map(
    Array.from(
      readFileSync(`../${service}/texts/en.ftl`, 'utf8').matchAll(/^(\w+) = (.+)$/gm),
      ([, key = '', text = '']) => [key, text],
    ),
  )
const mailed = catalogue('svc-booking')
const mailedOfPayments = catalogue('svc-payments')

const strong = (text: string) => text
const FEE = '{ $fee }'
const LAST4 = '{ $last4 }'

test.each([
  ['rule_unknown', rules.askAirline],
  ['rule_free', rules.allowedFree],
  ['rule_for_a_fee', rules.allowedFor({ fee: FEE })],
  ['rule_maybe_for_a_fee', rules.allowedFeeUnknown],
  ['rule_not_changeable', rules.noChange],
  ['rule_non_refundable', rules.noRefund],
  ['change_before_departure', rules.change],
  ['cancel_before_departure', rules.cancel],
  ['test_notice', renderToStaticMarkup(documents.testBooking({ strong }))],
  ['test_cannot_fly', confirmation.nextTestCheckInWhy],
  ['what_happens_next', confirmation.nextTitle],
  ['card_ending', confirmation.cardEnding({ brand: 'visa', last4: LAST4 }).replace('Visa', '{ $brand }')],
  ['unknown_card_ending', confirmation.cardEnding({ brand: 'of_tomorrow', last4: LAST4 })],
  ['paid', cancel.paid],
  ['not_refunded', cancel.notRefunded],
  ['refund_to_card', cancel.toCard],
  ['nothing_to_card', refund.nothingBack],
  ['code_not_issued', credits.notIssued],
  ['give_this_code', credits.redeemElsewhere],
  ['not_confirmed_at_bank', `${failures.notConfirmedAtBank} Please try again or use another card.`],
  ['cards_unavailable', failures.cardsUnavailable],
  ['payment_not_for_booking', failures.notForBooking],
  ['payment_cancelled', failures.cancelled],
  ['documents_unsupported', reasons.otherDocuments],
  ['price_changed', `${failures.priceChanged} Please look at it again.`],
  ['airline_refused', failures.airlineRefused],
  ['seat_taken', failures.seatTaken],
  ['bag_unavailable', failures.bagUnavailable],
  ['seat_or_bag_unavailable', failures.seatOrBagUnavailable],
  ['same_names', failures.sameNames],
  ['name_refused', failures.nameRefused],
  ['phone_refused', failures.phoneRefused],
  ['email_refused', failures.emailRefused],
  ['age_refused', failures.ageRefused],
  ['airline_unreached', failures.airlineUnreached],
  ['sales_closed', failures.salesClosed],
  ['case_await_3ds', bookingCases.awaitChallenge],
  ['case_auth_sent', bookingCases.authSent],
  ['case_order_unknown', bookingCases.orderUnknown],
  ['case_capture_sent', bookingCases.captureSent],
  ['case_cancel_sent', bookingCases.cancelSent],
  ['case_void_sent', bookingCases.voidSent],
  ['case_confirm_unknown', bookingCases.confirmUnknown],
  ['case_refund_sent', bookingCases.refundSent],
  ['case_refund_failed', bookingCases.refundFailed],
  ['case_ticketed', bookingCases.ticketed],
  ['case_refused', bookingCases.refused],
  ['case_failed', bookingCases.failed],
  ['not_charged', `You haven't been charged. ${outcome.holdDisappears}`],
])('mail and page have one text for %s', (key, text) => {
  expect(mailed.get(key)).toBe(text.replaceAll('’', "'"))
})

test.each([
  ['create_sent', paymentCases.createSent],
  ['confirm_sent', paymentCases.confirmSent],
  ['holder_asked', paymentCases.holderAsked],
  ['authorised', paymentCases.authorised],
  ['declined', paymentCases.declined],
  ['capture_sent', paymentCases.captureSent],
  ['captured', paymentCases.captured],
  ['void_sent', paymentCases.voidSent],
  ['voided', paymentCases.voided],
])('the mail to the person on duty and the card of a payment have one text for %s', (key, text) => {
  expect(mailedOfPayments.get(key)).toBe(text.replaceAll('’', "'"))
})
