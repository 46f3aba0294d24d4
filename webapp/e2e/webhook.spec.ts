import { createRequire } from 'node:module'
import { type APIRequestContext, expect, test } from '@playwright/test'

/** The card provider's own library, which signs an event as the provider does. */
const Stripe = createRequire(import.meta.url)('../../deploy/wire/node_modules/stripe')
const { webhooks } = new Stripe('sk_test_e2e')
/** What every stack of ours has for test mode. */
const SECRET = 'whsec_sandbox_test'

/** An event that no payment is meant by. */
const payload = () =>
  JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    type: 'customer.created',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object: { id: 'cus_e2e', object: 'customer' } },
  })

async function deliver(request: APIRequestContext, secret: string) {
  const data = payload()
  const signature = webhooks.generateTestHeaderString({ payload: data, secret })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return (await request.post('/webhooks/stripe', { data, headers })).status()
}

const ownSignature = "an event that the card provider's own library signed is taken, and with another secret it is not"

test(ownSignature, { tag: '@any-width' }, async ({ request }) => {
  expect(await deliver(request, SECRET)).toBe(200)
  expect(await deliver(request, 'whsec_other')).toBe(400)
})
