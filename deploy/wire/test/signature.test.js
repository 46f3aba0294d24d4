// An event signed by Stripe's own library is one that svc-payments takes: its test reads the same file.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import Stripe from 'stripe'

const { secret, timestamp, payload, header } = JSON.parse(readFileSync(new URL('../signed-event.json', import.meta.url), 'utf8'))

test('the event is signed as the library signs it', () => {
  const { webhooks } = new Stripe('sk_test_wire')

  assert.equal(webhooks.generateTestHeaderString({ payload, secret, timestamp }), header)
})
