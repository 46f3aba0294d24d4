// A card is authorised, captured and refunded with Stripe's own client alone, against the sandbox.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Stripe from 'stripe'
import { claims, eventClaim, unused } from '../lib/answers.js'
import { faults } from '../lib/compile.js'
import { startReceiver, startRecorder } from '../lib/recorder.js'
import { startSandbox } from '../lib/sandbox.js'
import { eventually } from '../lib/wait.js'

const SECRET = 'whsec_wire'
const RETURN_URL = 'http://localhost/payment'

let sandbox, recorder, receiver, stripe

before(async () => {
  receiver = await startReceiver()
  sandbox = await startSandbox({ 'stripe-webhook-test': `${receiver.url},${SECRET}` })
  recorder = await startRecorder(sandbox.url)
  const { hostname, port } = new URL(recorder.url)
  stripe = new Stripe('sk_test_wire', { protocol: 'http', host: hostname, port, maxNetworkRetries: 0, telemetry: false })
})

after(async () => {
  await Promise.all([recorder, receiver, sandbox].map((it) => it?.stop()))
})

function created(more = {}) {
  return stripe.paymentIntents.create({
    amount: 54430,
    currency: 'gbp',
    capture_method: 'manual',
    allowed_payment_method_types: ['card'],
    metadata: { payment_id: 'pay_wire' },
    ...more,
  })
}

async function confirmed(card) {
  const intent = await created()
  return stripe.paymentIntents.confirm(intent.id, {
    payment_method: card,
    return_url: RETURN_URL,
    expand: ['latest_charge'],
  })
}

/** What the holder of the card does on the bank's page. */
async function answerChallenge(intent, outcome) {
  const page = new URL(intent.next_action.redirect_to_url.url)
  const fields = new URLSearchParams({ client_secret: page.searchParams.get('client_secret'), outcome })
  const back = await fetch(page, { method: 'POST', body: fields, redirect: 'manual' })
  return back.headers.get('location')
}

/** The events that came so far, each read by the client. */
function events() {
  return receiver.received.map(({ headers, body }) =>
    stripe.webhooks.constructEvent(body, headers['stripe-signature'], SECRET),
  )
}

test('a card is authorised, captured and refunded in parts', async (t) => {
  const intent = await confirmed('pm_card_visa')
  t.diagnostic(`confirmed: ${intent.status}, ${intent.amount_capturable} can be captured until ${intent.latest_charge.payment_method_details.card.capture_before}`)
  const captured = await stripe.paymentIntents.capture(intent.id, { expand: ['latest_charge'] })
  const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 10000, metadata: { refund: 'ref_1' } })
  const rest = await stripe.refunds.create({ payment_intent: intent.id, reason: 'requested_by_customer' })
  const listed = await stripe.refunds.list({ payment_intent: intent.id, limit: 100 })
  const charge = await stripe.charges.retrieve(captured.latest_charge.id)
  t.diagnostic(`captured: ${captured.amount_received}; refunded: ${part.amount} and ${rest.amount}`)

  assert.equal(intent.status, 'requires_capture')
  assert.equal(captured.status, 'succeeded')
  assert.equal(part.amount + rest.amount, 54430)
  assert.equal(listed.data.length, 2)
  assert.equal(charge.refunded, true)
})

test('a challenge leads to the bank and back', async (t) => {
  const passed = await confirmed('pm_card_threeDSecure2Required')
  assert.equal(passed.next_action.type, 'redirect_to_url')
  const back = new URL(await answerChallenge(passed, 'complete'))
  const failed = await confirmed('pm_card_authenticationRequired')
  await answerChallenge(failed, 'fail')

  const [held, open] = await Promise.all([passed, failed].map((it) => stripe.paymentIntents.retrieve(it.id)))
  t.diagnostic(`challenge passed: ${held.status}; failed: ${open.status}, ${open.last_payment_error.code}`)
  assert.equal(back.searchParams.get('payment_intent'), passed.id)
  assert.equal(held.status, 'requires_capture')
  assert.equal(open.status, 'requires_payment_method')
  assert.equal(open.last_payment_error.code, 'payment_intent_authentication_failure')
})

test('what was held is let go without a refund', async (t) => {
  const intent = await confirmed('pm_card_visa')
  const cancelled = await stripe.paymentIntents.cancel(intent.id, { expand: ['latest_charge'] })
  t.diagnostic(`cancelled: ${cancelled.status}, refunded ${cancelled.latest_charge.amount_refunded}`)

  assert.equal(cancelled.status, 'canceled')
  assert.equal(cancelled.latest_charge.amount_refunded, 0)
  assert.equal(cancelled.latest_charge.refunded, false)
})

test('a refund can take its time, and can come back', async (t) => {
  const intents = await Promise.all(['pm_card_pendingRefund', 'pm_card_refundFail'].map(confirmed))
  await Promise.all(intents.map((it) => stripe.paymentIntents.capture(it.id)))
  const made = await Promise.all(intents.map((it) => stripe.refunds.create({ payment_intent: it.id })))
  await fetch(`${sandbox.url}/_control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_s: 60 }),
  })
  const later = await Promise.all(made.map((it) => stripe.refunds.retrieve(it.id)))
  t.diagnostic(`refunds: ${made.map((it) => it.status)}, later ${later.map((it) => it.status)}`)

  assert.deepEqual(made.map((it) => it.status), ['pending', 'succeeded'])
  assert.deepEqual(later.map((it) => it.status), ['succeeded', 'failed'])
})

test('a method made from a token pays, and is found by search', async () => {
  const method = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
  const intent = await created({ payment_method: method.id, confirm: true, return_url: RETURN_URL })

  const found = await stripe.paymentIntents.search({ query: "metadata['payment_id']:'pay_wire'", limit: 5 })
  const listed = await stripe.paymentIntents.list({ created: { gte: intent.created - 3600 }, limit: 3 })
  const read = await stripe.paymentMethods.retrieve(method.id)

  assert.equal(intent.status, 'requires_capture')
  assert.ok(found.data.some((it) => it.id === intent.id))
  assert.equal(listed.data.length, 3)
  assert.equal(read.card.last4, '4242')
})

test('refusals are the errors that the client knows', async (t) => {
  const { StripeCardError, StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors
  const held = await confirmed('pm_card_visa')
  const refusals = [
    [StripeCardError, 'card_declined', () => confirmed('pm_card_visa_chargeDeclined')],
    [StripeCardError, 'expired_card', () => confirmed('pm_card_chargeDeclinedExpiredCard')],
    [StripeCardError, 'card_declined', () => confirmed('pm_card_radarBlock')],
    [StripeInvalidRequestError, 'payment_method_types_no_longer_supported', () => created({ payment_method_types: ['card'] })],
    [StripeInvalidRequestError, 'parameter_unknown', () => created({ amuont: 1 })],
    [StripeInvalidRequestError, 'resource_missing', () => stripe.paymentIntents.retrieve('pi_none')],
    [StripeInvalidRequestError, undefined, () => stripe.refunds.create({ payment_intent: held.id })],
    [StripeInvalidRequestError, undefined, () => created({ currency: 'xyz' })],
    [StripeInvalidRequestError, 'payment_intent_unexpected_state', () => stripe.paymentIntents.confirm(held.id)],
    [StripeIdempotencyError, undefined, () => twice('pay_wire_key')],
  ]
  for (const [kind, code, call] of refusals) {
    await assert.rejects(call(), (error) => {
      t.diagnostic(`refused: ${error.statusCode} ${error.type} ${error.code ?? ''}`)
      assert.ok(error instanceof kind, error)
      assert.equal(error.code, code)
      return true
    })
  }
})

async function twice(idempotencyKey) {
  const send = (amount) =>
    stripe.paymentIntents.create({ amount, currency: 'gbp', allowed_payment_method_types: ['card'] }, { idempotencyKey })
  await send(5000)
  return send(6000)
}

test('events are taken by the client, and forged ones are not', async (t) => {
  const wanted = ['payment_intent.created', 'payment_intent.requires_action', 'payment_intent.succeeded']
  const come = await eventually(() => wanted.every((type) => events().some((it) => it.type === type)) && events())
  t.diagnostic(`events: ${[...new Set(come.map((it) => it.type))].join(', ')}`)

  const { headers, body } = receiver.received[0]
  const forged = Buffer.from(body.toString().replace('54430', '54431'))
  assert.throws(() => stripe.webhooks.constructEvent(forged, headers['stripe-signature'], SECRET), Stripe.errors.StripeSignatureVerificationError)
  assert.ok(!come.some((it) => it.type === 'charge.refunded' && it.data.object.captured === false))
})

test('the account says what it holds and where its events go', async (t) => {
  const balance = await stripe.balance.retrieve()
  const endpoints = await stripe.webhookEndpoints.list({ limit: 100 })
  t.diagnostic(`balance: ${balance.available.map(({ amount, currency }) => `${amount} ${currency}`)}`)

  assert.equal(balance.available[0].currency, 'gbp')
  assert.equal(endpoints.data[0].url, `${receiver.url}/`)
})

test("each answer and event is of the client's own types", async () => {
  await stripe.events.list({ limit: 100 })
  const { claims: made, used } = claims(recorder.calls)
  const told = events().map((event) => eventClaim(event))

  assert.equal(faults([...made, ...told]).join('\n'), '')
  assert.deepEqual(unused('stripe', used), [], 'exceptions that nothing needs')
})
