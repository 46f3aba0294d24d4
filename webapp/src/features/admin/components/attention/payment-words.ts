import type { LedgerDifference, PaymentAction, PaymentCase } from '@/lib/api/types'
import { formatExact } from '@/lib/money'
import * as caseWords from '@/messages/admin/attention/case'
import * as words from '@/messages/admin/attention/payments'
import * as lists from '@/messages/lib/lists'
import type { ActionWords } from './review-case'

/** What each status means for the person who decides. */
const statuses: Record<string, string> = {
  create_sent: words.createSent,
  confirm_sent: words.confirmSent,
  holder_asked: words.holderAsked,
  authorised: words.authorised,
  declined: words.declined,
  capture_sent: words.captureSent,
  captured: words.captured,
  void_sent: words.voidSent,
  voided: words.voided,
}

export const explain = (status: string) => statuses[status] ?? caseWords.unknownState

const refundWords: Record<string, string> = {
  sent: words.refundSent,
  done: words.refundDone,
  refused: words.refundRefused,
  returned: words.refundReturned,
}

export const refundStand = (status: string) => refundWords[status] ?? status

export const isHeld = ({ held }: PaymentCase) => Number(held?.amount ?? 0) !== 0

/** The sums that are not nothing, and the amount that they are of. */
export function sumsOf(of: PaymentCase) {
  const named = [
    [of.held, words.sumHeld],
    [of.captured, words.sumTaken],
    [of.refunding, words.sumRefunding],
    [of.refunded, words.sumRefunded],
  ] as const
  const told = named.flatMap(([sum, message]) =>
    sum && Number(sum.amount) !== 0 ? [message({ amount: formatExact(sum.amount, sum.currency) })] : [],
  )
  const sums = told.join(lists.separator) || words.noSums
  return of.amount ? words.sumsOf({ sums, total: formatExact(of.amount.amount, of.amount.currency) }) : sums
}

/** A currency that nobody here sells in is shown in its minor units. */
const amountOf = (sum: LedgerDifference['ours'], minor: number, currency: string) =>
  sum ? formatExact(sum.amount, sum.currency) : words.inMinorUnits({ amount: minor, currency })

const DISPUTE_EVENT = /^charge\.dispute\.\w+: ((\S+) .*)$/

/** Each dispute of the payment, as the latest event says: the history has them in the card provider's order. */
export function disputesOf({ history }: PaymentCase) {
  const latest = new Map<string, string>()
  for (const { what } of history) {
    const [, details, id] = DISPUTE_EVENT.exec(what) ?? []
    if (id && details) latest.set(id, details)
  }
  return [...latest.values()]
}

const DISPUTED = 'disputed: '

/** A dispute's sum is no difference between two ledgers. */
export const strayWords = (of: LedgerDifference) =>
  of.what.startsWith(DISPUTED) ? words.disputed({ what: of.what.slice(DISPUTED.length) }) : differenceWords(of)

export const differenceWords = ({ what, ours, oursMinor, theirs, theirsMinor, currency, objectId }: LedgerDifference) =>
  words.difference({
    what,
    ours: amountOf(ours, oursMinor, currency),
    theirs: amountOf(theirs, theirsMinor, currency),
    id: objectId,
  })

export const actions: Record<PaymentAction, ActionWords> = {
  ask_again: { label: caseWords.askAgain, effect: words.askAgainEffect, note: caseWords.optionalNote },
  release: { label: words.release, effect: words.releaseEffect, note: words.releaseNote },
  settled_by_hand: { label: words.settled, effect: words.settledEffect, note: caseWords.whatYouDid },
  refund_paid: { label: words.refundPaid, effect: words.refundPaidEffect, note: words.refundPaidNote, pays: true },
}
