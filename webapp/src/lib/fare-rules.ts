import type { Offer } from '@/lib/api/types'
import { formatTotal } from '@/lib/money'

type Condition = Offer['conditions']['refund_before_departure']

interface FareRule {
  label: string
  words: string
  /** Allowed free of charge, allowed for money, or not allowed; null where the airline has said nothing. */
  kind: 'free' | 'fee' | 'no' | null
}

function rule(label: string, condition: Condition, refusal: string): FareRule {
  if (!condition) return { label, words: 'Ask the airline', kind: null }
  if (!condition.allowed) return { label, words: refusal, kind: 'no' }
  if (condition.penalty_amount === null) return { label, words: 'Allowed, the airline may charge a fee', kind: 'fee' }
  if (Number(condition.penalty_amount) === 0) return { label, words: 'Allowed without a fee', kind: 'free' }
  const fee = formatTotal(condition.penalty_amount, condition.penalty_currency ?? undefined)
  return { label, words: `Allowed for ${fee}`, kind: 'fee' }
}

/** What the airline says of cancelling and changing. Silence is worded as a question to it, never as a promise. */
export const fareRules = ({ conditions }: Offer): FareRule[] => [
  rule('Cancel before departure', conditions.refund_before_departure, 'Not refundable'),
  rule('Change before departure', conditions.change_before_departure, 'Not changeable'),
]
