// One version of Stripe's API is spoken everywhere: by the library, by our client, by the sandbox and by the page.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import Stripe from 'stripe'

const root = new URL('../../../', import.meta.url)
const places = ['svc-payments/src/stripe/client.rs', 'deploy/sandbox/src/stripe/mod.rs']

for (const place of places) {
  test(`${place} pins the version of the library`, () => {
    const [, pinned] = readFileSync(new URL(place, root), 'utf8').match(/const (?:API_)?VERSION: &str = "([^"]+)"/)
    assert.equal(pinned, Stripe.API_VERSION)
  })
}
