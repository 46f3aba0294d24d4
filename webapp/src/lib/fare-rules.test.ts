import { expect, test } from 'vitest'
import type { Offer } from './api/types'
import { fareRules } from './fare-rules'

type Condition = Offer['conditions']['refund_before_departure']

const refundWords = (condition: Condition) =>
  fareRules({ conditions: { refund_before_departure: condition, change_before_departure: null } } as Offer)[0]?.words

const allowed = (amount: string | null): Condition => ({
  allowed: true,
  penalty_amount: amount,
  penalty_currency: amount && 'USD',
})

test.each<[string, Condition, string]>([
  ['silence', null, 'Ask the airline'],
  [
    'a refusal',
    { allowed: false, penalty_amount: null, penalty_currency: null },
    'Non-refundable; the airline may give credit',
  ],
  ['an unnamed penalty', allowed(null), 'Allowed, the airline may charge a fee'],
  ['no penalty', allowed('0.00'), 'Allowed without a fee'],
  ['a penalty', allowed('150.00'), 'Allowed for $150'],
])('r035_%s is worded as what it is', (_, condition, words) => {
  expect(refundWords(condition)).toBe(words)
})
