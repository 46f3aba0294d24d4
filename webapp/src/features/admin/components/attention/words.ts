import type { Amount, AttentionAction, AttentionItem } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'
import { formatExact } from '@/lib/money'
import * as words from '@/messages/admin/attention/bookings'
import * as caseWords from '@/messages/admin/attention/case'
import type { ActionWords } from './review-case'

/** What each state means for the person who decides. */
const states: Record<string, string> = {
  AWAIT_3DS: words.awaitChallenge,
  AUTH_SENT: words.authSent,
  ORDER_UNKNOWN: words.orderUnknown,
  CAPTURE_SENT: words.captureSent,
  CANCEL_SENT: words.cancelSent,
  VOID_SENT: words.voidSent,
  CONFIRM_UNKNOWN: words.confirmUnknown,
  CONFIRM_SENT: words.confirmUnknown,
  REFUND_SENT: words.refundSent,
  REFUND_FAILED: words.refundFailed,
  TICKETED: words.ticketed,
  REFUSED: words.refused,
  FAILED: words.failed,
}

export const explain = (state: string) => states[state] ?? caseWords.unknownState

const money: Record<AttentionItem['money'], string> = {
  none: words.moneyNone,
  held: words.moneyHeld,
  taken: words.moneyTaken,
  released: words.moneyReleased,
  paid_back: words.moneyPaidBack,
  in_doubt: words.moneyInDoubt,
}

/** What became of how much: "$500.00 held". */
export const sumOf = ({ total, money: state }: Pick<AttentionItem, 'total' | 'money'>) =>
  total ? words.sum({ amount: formatExact(total.amount, total.currency), state: money[state] }) : money[state]

export const owedWords = ({ amount, currency }: Amount) => caseWords.owed({ amount: formatExact(amount, currency) })

/** `end`: the instant until which the card provider holds the money. */
export const holdWords = (end: string, now = Date.now()) =>
  (Date.parse(end) > now ? caseWords.holdEnds : caseWords.holdEnded)({ moment: formatMoment(end) })

export const actions: Record<AttentionAction, ActionWords> = {
  ask_again: { label: caseWords.askAgain, effect: words.askAgainEffect, note: caseWords.optionalNote },
  no_order: { label: words.noOrder, effect: words.noOrderEffect, note: words.noOrderNote },
  order_is: { label: words.orderIs, effect: words.orderIsEffect, note: words.orderIsNote, namesOrder: true },
  paid_back: { label: words.paidBack, effect: words.paidBackEffect, note: words.paidBackNote, pays: true },
  dealt_with: { label: words.dealtWith, effect: words.dealtWithEffect, note: caseWords.whatYouDid },
}
