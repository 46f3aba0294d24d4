import type { LedgerDifference, PaymentCase as Of, PaymentAction } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'
import { formatExact } from '@/lib/money'
import * as caseWords from '@/messages/admin/attention/case'
import * as words from '@/messages/admin/attention/payments'
import * as lists from '@/messages/lib/lists'
import { decidePayment, resolveDifference } from '../../api/payment-attention'
import { differenceWords, disputesOf, explain, isHeld, refundStand, strayWords, sumsOf } from './payment-words'
import { factIf, type ReviewCase } from './review-case'
import { holdWords } from './words'

/** One payment: where its money is, what is known at the card provider, what may be done. */
export const paymentCase = (of: Of): ReviewCase<PaymentAction> => ({
  id: of.paymentId,
  anchor: `payment-${of.paymentId}`,
  title: of.bookingReference || of.intentId || of.paymentId,
  state: of.status,
  mode: of.mode,
  explanation: explain(of.status),
  facts: factsOf(of),
  owed: of.owed,
  attempts: of.attempts,
  history: of.history.map(({ fromStatus: from, toStatus: to, ...step }) => ({ ...step, from, to })),
  actions: of.actions,
  decide: (action, { note }) => decidePayment(of.paymentId, { action, version: of.version, note }),
})

/** An amount that no payment of ours stands for. The ledgers are compared every ten minutes. */
export const strayCase = (of: LedgerDifference): ReviewCase<PaymentAction> => ({
  id: `${of.mode} ${of.objectId} ${of.what} ${of.currency}`,
  title: words.strayTitle,
  state: '',
  mode: of.mode,
  explanation: words.stray({ difference: strayWords(of), mode: of.mode, moment: formatMoment(of.foundAt) }),
  facts: [],
  owed: null,
  attempts: [],
  history: [],
  actions: ['settled_by_hand'],
  decide: (_, { note }) => resolveDifference(of, note),
})

const ids = (...parts: string[]) => parts.filter(Boolean).join(' · ')

const factsOf = (of: Of) => [
  {
    name: caseWords.money,
    value: [sumsOf(of), isHeld(of) && of.captureBefore && holdWords(of.captureBefore)]
      .filter(Boolean)
      .join(lists.separator),
  },
  ...disputesOf(of).map((details) => ({ name: words.dispute, value: details })),
  ...of.refunds.map((it) => ({ name: words.refundName({ number: it.seq }), value: refundWords(it) })),
  ...of.differences.map((it) => ({
    name: words.amountsDiffer,
    value: words.differenceSince({ difference: differenceWords(it), moment: formatMoment(it.foundAt) }),
  })),
  { name: words.booking, value: ids(of.bookingReference, of.bookingState, of.bookingId) || words.noBooking },
  { name: words.started, value: formatMoment(of.createdAt) },
  { name: words.stateSince, value: formatMoment(of.statusSince) },
  ...factIf(words.card, of.cardLast4 && words.cardEnding({ brand: of.cardBrand, last4: of.cardLast4 })),
  { name: caseWords.brand, value: of.brand },
  { name: caseWords.ids, value: ids(of.paymentId, of.intentId, of.offerId) },
]

const refundWords = ({ amount, status, createdAt, providerId }: Of['refunds'][number]) =>
  words.refund({
    amount: amount ? formatExact(amount.amount, amount.currency) : '',
    state: refundStand(status),
    moment: formatMoment(createdAt),
    id: providerId,
  })
