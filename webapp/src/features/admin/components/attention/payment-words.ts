import type { BookDifference, PaymentAction, PaymentCase } from '@/lib/api/types'
import { formatExact } from '@/lib/money'
import type { ActionWords } from './words'

/** What each status means for whoever has to decide. */
const statuses: Record<string, string> = {
  create_sent: 'The card provider has not said whether it knows of the payment. Nothing is held.',
  confirm_sent: 'The card provider has not said whether the money is held.',
  holder_asked: "The cardholder's bank has asked them, and they have not answered. Nothing is held yet.",
  authorised: 'The money is held on the card.',
  declined: 'The card was declined. Nothing is held.',
  capture_sent: 'The card provider has not said whether the money was taken.',
  captured: 'The money was taken.',
  void_sent: 'The card provider has not said whether the hold is gone.',
  voided: 'Nothing is held and nothing was taken.',
}

export const explain = (status: string) => statuses[status] ?? 'Please read what happened.'

const refundWords: Record<string, string> = {
  sent: 'on its way',
  done: 'paid',
  refused: 'refused',
  returned: 'paid, and sent back by the bank',
}

export const refundStand = (status: string) => refundWords[status] ?? status

export const isHeld = ({ held }: PaymentCase) => Number(held?.amount ?? 0) !== 0

/** The sums that are not nothing. */
export function sums(of: PaymentCase) {
  const named = [
    [of.held, 'held'],
    [of.captured, 'taken'],
    [of.refunding, 'promised back'],
    [of.refunded, 'paid back'],
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

/** A dispute's sum is no difference between two books. */
export const strayWords = (of: BookDifference) =>
  of.what.startsWith('disputed: ') ? of.what.replace('disputed: ', 'Disputed: ') : differenceWords(of)

export const differenceWords = ({ what, ours, oursMinor, theirs, theirsMinor, currency, objectId }: BookDifference) =>
  `${what} ${amountOf(ours, oursMinor, currency)} in our book, ${amountOf(theirs, theirsMinor, currency)} at the card provider (${objectId})`

export const actions: Record<PaymentAction, ActionWords> = {
  ask_again: {
    label: 'Ask again now',
    effect: 'The card provider is asked once more, and where the books differ they are compared. Nothing else moves.',
    note: 'Note (optional)',
  },
  release: {
    label: 'Release the hold',
    effect: 'The hold is given free. No booking has claimed it; one that claims it before you press keeps it.',
    note: 'Why, and where it can be read',
  },
  settled_by_hand: {
    label: 'Settled by hand',
    effect: 'The payment leaves this list, with its dispute and with what differs. Nothing moves.',
    note: 'What was done, and where it can be read',
  },
  refund_paid: {
    label: 'Refund paid by hand',
    effect: 'What is owed is booked as paid past the card provider. Pay it first. A dispute stays on this list.',
    note: 'How it was paid, and where it can be read',
  },
}
