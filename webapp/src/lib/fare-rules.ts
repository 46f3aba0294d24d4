import type { Conditions } from '@/lib/api/types'
import { formatTotal } from '@/lib/money'
import * as words from '@/messages/lib/fare-rules'

type Condition = Conditions['refund_before_departure']

export interface FareRule {
  label: string
  /** Beside the label. */
  words: string
  /** In a list of terms, by itself. */
  term: string
  /** Allowed free of charge, allowed for money, or not allowed; null where the airline has said nothing. */
  kind: 'free' | 'fee' | 'no' | null
  /** The money, where the airline names it. */
  fee?: string
}

/** The same in a list of terms, for cancelling and for changing. */
interface Subject {
  label: string
  unknown: string
  refused: string
  feeUnknown: string
  free: string
  allowedFor: (of: { fee: string }) => string
}

/** Of a fare that is not refundable. Airlines name a credit only when a trip is cancelled: nothing here rules it out. */
export const NO_REFUND = words.noRefund

const refund: Subject = {
  label: words.cancel,
  unknown: words.refundUnknown,
  refused: words.noRefund,
  feeUnknown: words.refundFeeUnknown,
  free: words.refundFree,
  allowedFor: words.refundFor,
}
const change: Subject = {
  label: words.change,
  unknown: words.changeUnknown,
  refused: words.noChange,
  feeUnknown: words.changeFeeUnknown,
  free: words.changeFree,
  allowedFor: words.changeFor,
}

function rule(subject: Subject, condition: Condition): FareRule {
  const { label, refused } = subject
  if (!condition) return { label, words: words.askAirline, term: subject.unknown, kind: null }
  if (!condition.allowed) return { label, words: refused, term: refused, kind: 'no' }
  const { penalty_amount: penalty, penalty_currency: currency } = condition
  if (penalty === null) return { label, words: words.allowedFeeUnknown, term: subject.feeUnknown, kind: 'fee' }
  if (Number(penalty) === 0) return { label, words: words.allowedFree, term: subject.free, kind: 'free' }
  const fee = formatTotal(penalty, currency ?? undefined)
  return { label, words: words.allowedFor({ fee }), term: subject.allowedFor({ fee }), kind: 'fee', fee }
}

/** What the airline says of cancelling and of changing. Silence is worded as a question to it, never as a promise. */
export const fareRules = ({ conditions }: { conditions: Conditions }): [FareRule, FareRule] => [
  rule(refund, conditions.refund_before_departure),
  rule(change, conditions.change_before_departure),
]
