// The check of answers finds what it is there to find.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claims } from '../lib/answers.js'
import { found } from '../lib/compile.js'

const refund = {
  id: 're_1',
  object: 'refund',
  amount: 100,
  balance_transaction: null,
  charge: 'ch_1',
  created: 1700000000,
  currency: 'gbp',
  customer: null,
  customer_account: null,
  metadata: {},
  payment_intent: 'pi_1',
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
}

function claimed(name, change) {
  const call = { method: 'POST', path: '/v1/refunds', status: 200, answer: { ...refund, ...change } }
  return claims([call]).claims.map((claim) => ({ ...claim, name }))
}

const mutants = {
  'a required member is missing': [{ currency: undefined }, /currency/],
  'a member is of another type': [{ amount: '100' }, /amount/],
  'a word is none of those known': [{ reason: 'changed_mind' }, /reason/],
  'a member is none of those known': [{ refund_id: 're_1' }, /refund_id/],
}

test('each mutant of an answer is found out, and no other', async (t) => {
  const changed = Object.entries(mutants).flatMap(([name, [change]]) => claimed(name, change))
  const faults = found([...claimed('as it should be', {}), ...changed])

  assert.equal(faults.length, changed.length)
  for (const [name, [, expected]] of Object.entries(mutants)) {
    await t.test(name, () => {
      assert.match(faults.find((it) => it.name === name).text, expected)
    })
  }
})
