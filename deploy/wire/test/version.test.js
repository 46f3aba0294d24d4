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

test("the page's script is of the release that the version names", () => {
  const config = readFileSync(new URL('gateway/src/config.rs', root), 'utf8')
  const releases = [...config.matchAll(/https:\/\/js\.stripe\.com\/([^/]+)\/stripe\.js/g)].map(([, release]) => release)
  const [, expected] = Stripe.API_VERSION.split('.')

  assert.deepEqual(releases, [expected, expected], 'of test and of live mode')
})
