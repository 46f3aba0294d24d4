import type { Conditions } from '@/lib/api/types'
import { formatTotal } from '@/lib/money'

type Condition = Conditions['refund_before_departure']

interface FareRule {
  label: string
  /** Beside the label. */
  words: string
  /** In a list of terms, by itself. */
  term: string
  /** Allowed free of charge, allowed for money, or not allowed; null where the airline has said nothing. */
  kind: 'free' | 'fee' | 'no' | null
}

interface Subject {
  label: string
  noun: string
  allowed: string
  refused: string
}

/** Of a fare that is not refundable. Airlines name a credit only when a trip is cancelled: nothing here rules it out. */
export const NO_REFUND = 'Non-refundable; the airline may give credit'

const refund: Subject = {
  label: 'Cancel before departure',
  noun: 'Refund',
  allowed: 'Refundable',
  refused: NO_REFUND,
}
const change: Subject = {
  label: 'Change before departure',
  noun: 'Changes',
  allowed: 'Changeable',
  refused: 'Not changeable',
}

function rule({ label, noun, allowed, refused }: Subject, condition: Condition): FareRule {
  if (!condition) return { label, words: 'Ask the airline', term: `${noun}: ask the airline`, kind: null }
  if (!condition.allowed) return { label, words: refused, term: refused, kind: 'no' }
  const { penalty_amount: penalty, penalty_currency: currency } = condition
  if (penalty === null) {
    const unnamed = ', the airline may charge a fee'
    return { label, words: `Allowed${unnamed}`, term: `${allowed}${unnamed}`, kind: 'fee' }
  }
  if (Number(penalty) === 0) {
    return { label, words: 'Allowed without a fee', term: `${allowed} without a fee`, kind: 'free' }
  }
  const fee = formatTotal(penalty, currency ?? undefined)
  return { label, words: `Allowed for ${fee}`, term: `${allowed}, ${fee} fee`, kind: 'fee' }
}

/** What the airline says of cancelling and changing. Silence is worded as a question to it, never as a promise. */
export const fareRules = ({ conditions }: { conditions: Conditions }): FareRule[] => [
  rule(refund, conditions.refund_before_departure),
  rule(change, conditions.change_before_departure),
]
