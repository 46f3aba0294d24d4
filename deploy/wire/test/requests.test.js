// What we send is what the libraries would send: no parameter that they do not know, none of another kind.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { faults, found } from '../lib/compile.js'
import { claims } from '../lib/requests.js'

const folder = new URL('../requests/', import.meta.url)

/** What a card payment sends, with one member changed. */
function payment({ create = {}, confirm = {}, refund = {} } = {}) {
  return [
    {
      name: 'create',
      method: 'POST',
      path: '/v1/payment_intents',
      params: {
        amount: '54430',
        currency: 'gbp',
        capture_method: 'manual',
        'allowed_payment_method_types[0]': 'card',
        'metadata[payment_id]': 'pay_1',
        ...create,
      },
    },
    {
      name: 'confirm',
      method: 'POST',
      path: '/v1/payment_intents/pi_1/confirm',
      params: { payment_method: 'pm_card_visa', return_url: 'https://example.com', expand: ['latest_charge'], ...confirm },
    },
    { name: 'read', method: 'GET', path: '/v1/payment_intents/pi_1?expand[]=latest_charge' },
    { name: 'list', method: 'GET', path: '/v1/payment_intents?limit=100&created[gte]=1700000000', params: {} },
    { name: 'refund', method: 'POST', path: '/v1/refunds', params: { payment_intent: 'pi_1', amount: 100, ...refund } },
  ]
}

const offerRequest = {
  slices: [{ origin: 'LHR', destination: 'JFK', departure_date: '2027-06-15', arrival_time: null, departure_time: null }],
  passengers: [{ type: 'adult' }, { age: 12 }],
  cabin_class: 'economy',
  max_connections: 1,
}

function search(change = {}) {
  const path = '/air/offer_requests?return_offers=true&supplier_timeout=20000'
  return [{ name: 'search', method: 'POST', path, params: { data: { ...offerRequest, ...change } } }]
}

for (const file of existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []) {
  test(`each request of ${file} is one that the library can send`, (t) => {
    const requests = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    t.diagnostic(`${requests.length} requests`)
    assert.ok(requests.length > 0)
    assert.equal(faults(claims(requests)).join('\n'), '')
  })
}

test('a payment and a search that are as they should be pass', () => {
  assert.equal(faults(claims([...payment(), ...search()])).join('\n'), '')
})

const mutants = {
  'the removed parameter is back': [payment({ create: { 'payment_method_types[0]': 'card' } }), /payment_method_types/],
  'the removed parameter is back, nested': [payment({ create: { payment_method_types: ['card'] } }), /payment_method_types/],
  'a member is misspelt': [payment({ confirm: { return_uri: 'https://example.com' } }), /return_uri/],
  'a number stands where a text belongs': [payment({ create: { currency: 826 } }), /currency/],
  'a text stands where a number belongs': [payment({ refund: { amount: 'all' } }), /amount/],
  'a word is none of those known': [payment({ create: { capture_method: 'later' } }), /capture_method/],
  'a member within a member is misspelt': [payment({ create: { 'automatic_payment_methods[enable]': 'true' } }), /automatic_payment_methods|enable/],
  'an offer request has an unknown member': [search({ max_connection: 1 }), /max_connection/],
  'an offer request has a cabin that there is not': [search({ cabin_class: 'premium' }), /cabin_class/],
  'a passenger has a number as type': [search({ passengers: [{ type: 1 }] }), /type/],
}

test('each mutant is found out', async (t) => {
  const named = Object.entries(mutants).flatMap(([name, [requests]]) =>
    claims(requests).map((claim) => ({ ...claim, name })),
  )
  const faults = found(named)
  for (const [name, [, expected]] of Object.entries(mutants)) {
    await t.test(name, () => {
      const texts = faults.filter((it) => it.name === name).map((it) => it.text)
      assert.equal(texts.length, 1, texts.join('\n'))
      assert.match(texts[0], expected)
    })
  }
})

test('a request that no type is named for is no request that passes', () => {
  const unnamed = [{ name: 'new', method: 'POST', path: '/v1/customers', params: {} }]
  assert.throws(() => claims(unnamed), /no type is named for new/)
})
