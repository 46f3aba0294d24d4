import type { BookDifference, PaymentAction, PaymentCase } from '@/lib/api/types'
import { formatExact } from '@/lib/money'
import type { ActionWords } from './words'

/** What each status means for the person who decides. */
const statuses: Record<string, string> = {
  create_sent: 'The card provider hasn’t told us whether it has this payment. Nothing is held.',
  confirm_sent: 'The card provider hasn’t told us whether the money is held.',
  holder_asked: "The bank asked the cardholder to confirm the payment. They haven't answered. Nothing is held yet.",
  authorised: 'The money is held on the card.',
  declined: 'The card was declined. Nothing is held.',
  capture_sent: 'The card provider hasn’t told us whether the money was taken.',
  captured: 'The money was taken.',
  void_sent: 'The card provider hasn’t told us whether the hold was released.',
  voided: 'Nothing is held and nothing was taken.',
}

export const explain = (status: string) => statuses[status] ?? 'Read “What happened” below.'

const refundWords: Record<string, string> = {
  sent: 'on its way',
  done: 'paid',
  refused: 'refused',
  returned: 'paid, but sent back by the bank',
}

export const refundStand = (status: string) => refundWords[status] ?? status

export const isHeld = ({ held }: PaymentCase) => Number(held?.amount ?? 0) !== 0

/** The sums that are not nothing. */
export function sums(of: PaymentCase) {
  const named = [
    [of.held, 'held'],
    [of.captured, 'taken'],
    [of.refunding, 'being refunded'],
    [of.refunded, 'refunded'],
  ] as const
  const told = named.flatMap(([sum, words]) =>
    sum && Number(sum.amount) !== 0 ? [`${formatExact(sum.amount, sum.currency)} ${words}`] : [],
  )
  return told.join(', ') || 'nothing held, nothing taken'
}

/** A currency that nobody here sells in is shown in its minor units. */
const amountOf = (sum: BookDifference['ours'], minor: number, currency: string) =>
  sum ? formatExact(sum.amount, sum.currency) : `${minor} ${currency} in minor units`

const DISPUTE_EVENT = /^charge\.dispute\.\w+: ((\S+) .*)$/

/** Each dispute of the payment, as the latest event says: the history has them in the card provider's order. */
export function disputesOf({ history }: PaymentCase) {
  const latest = new Map<string, string>()
  for (const { what } of history) {
    const [, words, id] = DISPUTE_EVENT.exec(what) ?? []
    if (id && words) latest.set(id, words)
  }
  return [...latest].map(([id, words]) => ({ id, words }))
}

/** A dispute's sum is no difference between two ledgers. */
export const strayWords = (of: BookDifference) =>
  of.what.startsWith('disputed: ') ? of.what.replace('disputed: ', 'Disputed: ') : differenceWords(of)

export const differenceWords = ({ what, ours, oursMinor, theirs, theirsMinor, currency, objectId }: BookDifference) =>
  `${what} ${amountOf(ours, oursMinor, currency)} in our ledger, ${amountOf(theirs, theirsMinor, currency)} at the card provider (${objectId})`

export const actions: Record<PaymentAction, ActionWords> = {
  ask_again: {
    label: 'Check again now',
    effect: 'We ask the card provider once more and compare any amounts that differ. Nothing else changes.',
    note: 'Note (optional)',
  },
  release: {
    label: 'Release the hold',
    effect:
      'We release the hold on the card. No booking uses it. If one starts to use it before you press, it keeps it.',
    note: 'Why, and where this is documented',
  },
  settled_by_hand: {
    label: 'Mark as resolved',
    effect: 'The payment leaves this list, along with its dispute and any difference. No money moves.',
    note: 'What you did, and where this is documented',
  },
  refund_paid: {
    label: 'Refund paid another way',
    effect: 'Pay the refund first, outside the card provider. We then record it as paid. A dispute stays on this list.',
    note: 'How you paid it, and where this is documented',
  },
}
