import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changes, members } from '../lib/members.js'

const before = `
export interface Refund {
    /** What it costs. */
    amount: number;
    reason: Refund.Reason | null;
}
export declare namespace Refund {
    type Reason = 'duplicate' | 'fraudulent';
    interface Details {
        card?: {
            type: string;
        };
    }
}
`

test('members are named with all that is around them', () => {
  const expected = [
    'Refund.amount: number',
    'Refund.reason: Refund.Reason | null',
    "Refund.Reason = 'duplicate' | 'fraudulent'",
    'Refund.Details.card?:',
    'Refund.Details.card.type: string',
  ]
  assert.deepEqual([...members(before)], expected)
})

test('a change names what is gone and what has come', () => {
  const after = before.replace('amount: number', 'amount: string').replace("'duplicate' | ", '')
  const expected = [
    "- Refund.Reason = 'duplicate' | 'fraudulent'",
    "+ Refund.Reason = 'fraudulent'",
    '- Refund.amount: number',
    '+ Refund.amount: string',
  ]
  assert.deepEqual(changes(members(before), members(after)), expected)
})
