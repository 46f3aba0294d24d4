// A flight is searched, sold and cancelled with Duffel's own client alone, against the sandbox.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Duffel } from '@duffel/api'
import { claims, unused } from '../lib/answers.js'
import { faults } from '../lib/compile.js'
import { startReceiver, startRecorder } from '../lib/recorder.js'
import { startSandbox } from '../lib/sandbox.js'
import { eventually, inDays } from '../lib/wait.js'

let sandbox, recorder, receiver, duffel

before(async () => {
  sandbox = await startSandbox()
  recorder = await startRecorder(sandbox.url)
  receiver = await startReceiver()
  duffel = new Duffel({ token: 'duffel_test_wire', basePath: recorder.url })
})

after(async () => {
  await Promise.all([recorder, receiver, sandbox].map((it) => it?.stop()))
})

async function searched(origin, destination, more = {}) {
  const { data } = await duffel.offerRequests.create({
    slices: [{ origin, destination, departure_date: inDays(60), arrival_time: null, departure_time: null }],
    passengers: [{ type: 'adult' }],
    cabin_class: 'economy',
    max_connections: 1,
    return_offers: true,
    ...more,
  })
  return data
}

/** What Duffel answers where its client has no method. */
async function read(path, params) {
  const { data } = await duffel.client.request({ method: 'GET', path, params })
  return data
}

function ofTestAirline(request) {
  const offer = request.offers.find((it) => it.owner.iata_code === 'ZZ')
  assert.ok(offer, 'the test airline flies every route')
  return offer
}

function passenger(id) {
  return {
    id,
    title: 'mrs',
    gender: 'f',
    given_name: 'Amelia',
    family_name: 'Earhart',
    born_on: '1987-07-24',
    email: 'amelia@example.com',
    phone_number: '+442080160509',
    identity_documents: [
      { type: 'passport', unique_identifier: '19KL56147', issuing_country_code: 'GB', expires_on: '2037-04-25' },
    ],
  }
}

function order(offer, { services = [], total = offer.total_amount } = {}) {
  return duffel.orders.create({
    type: 'instant',
    selected_offers: [offer.id],
    services,
    payments: [{ type: 'balance', amount: total, currency: offer.total_currency }],
    passengers: [passenger(offer.passengers[0].id)],
    metadata: { booking_id: 'bk_wire' },
  })
}

function freeSeat(seatMap) {
  const rows = seatMap.cabins.flatMap((cabin) => cabin.rows)
  const elements = rows.flatMap((row) => row.sections.flatMap((section) => section.elements))
  return elements.find((it) => it.type === 'seat' && it.available_services.length > 0)
}

test('a flight with a seat and a bag is searched, ordered and cancelled', async (t) => {
  const request = await searched('LHR', 'JFK')
  const found = ofTestAirline(request)
  t.diagnostic(`search: ${request.offers.length} offers, the test airline's at ${found.total_amount} ${found.total_currency}`)

  const { data: offer } = await duffel.offers.get(found.id, { return_available_services: true })
  const { data: listed } = await duffel.offers.list({ offer_request_id: request.id, limit: 5 })
  const { data: seatMaps } = await duffel.seatMaps.get({ offer_id: offer.id })
  const seat = freeSeat(seatMaps[0])
  const [service] = seat.available_services
  t.diagnostic(`seat map: ${seatMaps.length}, seat ${seat.designator} at ${service.total_amount}`)

  const [bag] = offer.available_services
  t.diagnostic(`bag: ${bag.metadata.type}, ${bag.metadata.maximum_weight_kg} kg at ${bag.total_amount}`)

  const chosen = [service, bag]
  const total = chosen.reduce((sum, { total_amount }) => sum + Number(total_amount), Number(offer.total_amount)).toFixed(2)
  const { data: made } = await order(offer, { services: chosen.map(({ id }) => ({ id, quantity: 1 })), total })
  t.diagnostic(`order: ${made.booking_reference}, ${made.total_amount} ${made.total_currency}, ticket ${made.documents[0].unique_identifier}`)

  const { data: read } = await duffel.orders.get(made.id)
  const { data: quote } = await duffel.orderCancellations.create({ order_id: made.id })
  const { data: confirmed } = await duffel.orderCancellations.confirm(quote.id)
  const { data: again } = await duffel.orderCancellations.get(quote.id)
  const { data: cancelled } = await duffel.orders.get(made.id)
  t.diagnostic(`cancelled: ${confirmed.refund_amount} ${confirmed.refund_currency} back to ${confirmed.refund_to}`)

  assert.equal(listed.length, 5)
  assert.equal(made.total_amount, total)
  assert.equal(read.booking_reference, made.booking_reference)
  assert.equal(read.services.length, 2)
  assert.equal(quote.confirmed_at, null)
  assert.ok(confirmed.confirmed_at && again.confirmed_at && cancelled.cancelled_at)
  assert.equal(confirmed.refund_amount, total)
})

test('what is refused says why, in the way that the client reads', async (t) => {
  const refusals = [
    ['offer_no_longer_available', 422, async () => duffel.offers.get(ofTestAirline(await searched('LGW', 'LHR')).id)],
    ['airline_unknown', 502, async () => order(ofTestAirline(await searched('LHR', 'LGW')))],
    ['insufficient_balance', 422, async () => order(ofTestAirline(await searched('LGW', 'STN')))],
    ['not_found', 404, () => duffel.orders.get('ord_0000000000000000000000')],
    ['validation_required', 422, () => duffel.offerRequests.create({ slices: [], passengers: [] })],
  ]
  for (const [code, status, call] of refusals) {
    await assert.rejects(call(), (error) => {
      t.diagnostic(`refused: ${error.errors?.[0]?.code} ${error.meta?.status}`)
      assert.equal(error.errors[0].code, code)
      assert.equal(error.meta.status, status)
      return true
    })
  }
})

test('odd offers and credits can be read', async () => {
  for (const [origin, destination] of [['LHR', 'DXB'], ['DXB', 'AMS'], ['BTS', 'MRU'], ['BTS', 'ABV']]) {
    await duffel.offers.get(ofTestAirline(await searched(origin, destination)).id, { return_available_services: true })
  }
  const credited = []
  for (const [origin, destination] of [['LTN', 'SYD'], ['SYD', 'LTN']]) {
    const { data: made } = await order(ofTestAirline(await searched(origin, destination)))
    const { data: quote } = await duffel.orderCancellations.create({ order_id: made.id })
    const { data: confirmed } = await duffel.orderCancellations.confirm(quote.id)
    credited.push(confirmed)
  }

  for (const { refund_to, airline_credits } of credited) {
    assert.equal(refund_to, 'airline_credits')
    assert.equal(airline_credits.length, 1)
  }
  const codes = credited.map(({ airline_credits: [credit] }) => typeof credit.credit_code)
  assert.deepEqual(codes, ['string', 'object'], 'the second is issued later')
  const [credit] = credited[0].airline_credits
  assert.equal((await read(`air/airline_credits/${credit.id}`)).code, credit.credit_code)
})

test('a flight is found in batches, held and paid later', async (t) => {
  const { data: batches } = await duffel.batchOfferRequests.create({
    slices: [{ origin: 'JFK', destination: 'EWR', departure_date: inDays(60), arrival_time: null, departure_time: null }],
    passengers: [{ type: 'adult' }, { age: 9 }],
  })
  const { data: batch } = await duffel.batchOfferRequests.get(batches.id)
  const offer = ofTestAirline(await searched('JFK', 'EWR'))
  const { data: held } = await duffel.orders.create({
    type: 'pay_later',
    selected_offers: [offer.id],
    passengers: [passenger(offer.passengers[0].id)],
  })
  const payment = { type: 'balance', amount: held.total_amount, currency: held.total_currency }
  const { data: paid } = await duffel.payments.create({ order_id: held.id, payment })
  const { data: ticketed } = await duffel.orders.get(held.id)
  const [listed] = await read('air/payments', { order_id: held.id })
  const again = await read(`air/payments/${paid.id}`)
  t.diagnostic(`held until ${held.payment_status.payment_required_by}, paid ${paid.amount} at ${ticketed.payment_status.paid_at}`)

  assert.ok(batch.offers.length > 0)
  assert.equal(held.payment_status.awaiting_payment, true)
  assert.equal(ticketed.payment_status.awaiting_payment, false)
  assert.deepEqual([listed.id, again.id], [paid.id, paid.id])
})

test("the test traveller's account makes an offer cheaper", async (t) => {
  const found = ofTestAirline(await searched('LHR', 'JFK'))
  const { data: programmes } = await duffel.loyaltyProgrammes.list({ limit: 1 })
  const { data: programme } = await duffel.loyaltyProgrammes.get(programmes[0].id)

  const { data: member } = await duffel.offers.update(found.id, found.passengers[0].id, {
    given_name: 'Amelia',
    family_name: 'Earhart',
    loyalty_programme_accounts: [{ airline_iata_code: 'ZZ', account_number: '1234567890' }],
  })
  const { data: offer } = await duffel.offers.get(found.id, { return_available_services: true })
  t.diagnostic(`${found.total_amount} with an account: ${offer.total_amount}`)

  assert.equal(programme.id, programmes[0].id)
  assert.equal(member.id, found.passengers[0].id)
  assert.ok(Number(offer.total_amount) < Number(found.total_amount))
})

test('an airline may take tax numbers and no passports', async () => {
  const { offers } = await searched('GRU', 'BSB')
  const offer = offers.find((it) => it.owner.iata_code === 'LA')

  assert.deepEqual(offer.supported_passenger_identity_document_types, ['tax_id'])
})

test('airlines, airports and places can be looked up', async () => {
  const { data: airlines } = await duffel.airlines.list({ limit: 1 })
  const { data: airline } = await duffel.airlines.get(airlines[0].id)
  const { data: airports } = await duffel.airports.list({ limit: 1 })
  const { data: airport } = await duffel.airports.get(airports[0].id)
  const { data: suggested } = await duffel.suggestions.list({ query: 'lon' })

  assert.ok(airline.name && airport.name)
  assert.equal(suggested[0].country_name, 'United Kingdom')
})

test('events are signed with the secret that the client was given', async (t) => {
  const events = ['order.created', 'order_cancellation.created']
  const { data: webhook } = await duffel.webhooks.create({ url: receiver.url, events })
  const { data: listed } = await duffel.webhooks.list({ limit: 5 })
  const again = await read(`air/webhooks/${webhook.id}`)
  const { data: made } = await order(ofTestAirline(await searched('LHR', 'EDI')))

  const { headers, body } = await eventually(() => receiver.received[0])

  const [, at, given] = headers['x-duffel-signature'].match(/^t=(\d+),v1=([0-9a-f]+)$/)
  const event = JSON.parse(body)
  t.diagnostic(`event: ${event.type} of ${event.data.object.id}`)
  assert.equal(given, createHmac('sha256', webhook.secret).update(`${at}.${body}`).digest('hex'))
  assert.deepEqual([event.type, event.data.object.id], ['order.created', made.id])
  assert.deepEqual([listed[0].id, again.id], [webhook.id, webhook.id])
})

test("each answer is of the client's own types", () => {
  const { claims: made, used } = claims(recorder.calls)

  assert.equal(faults(made).join('\n'), '')
  assert.deepEqual(unused('duffel', used), [], 'exceptions that nothing needs')
})
