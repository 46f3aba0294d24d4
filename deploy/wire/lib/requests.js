// Says of which type the parameters of each of our requests are.

import { readFileSync } from 'node:fs'
import { without } from './exceptions.js'

/** Method, path and the type of the parameters: the form or query of Stripe's calls. */
const STRIPE = [
  ['POST', /^\/v1\/payment_intents$/, 'Stripe.PaymentIntentCreateParams'],
  ['GET', /^\/v1\/payment_intents$/, 'Stripe.PaymentIntentListParams'],
  ['GET', /^\/v1\/payment_intents\/search$/, 'Stripe.PaymentIntentSearchParams'],
  ['GET', /^\/v1\/payment_intents\/[^/]+$/, 'Stripe.PaymentIntentRetrieveParams'],
  ['POST', /^\/v1\/payment_intents\/[^/]+$/, 'Stripe.PaymentIntentUpdateParams'],
  ['POST', /^\/v1\/payment_intents\/[^/]+\/confirm$/, 'Stripe.PaymentIntentConfirmParams'],
  ['POST', /^\/v1\/payment_intents\/[^/]+\/capture$/, 'Stripe.PaymentIntentCaptureParams'],
  ['POST', /^\/v1\/payment_intents\/[^/]+\/cancel$/, 'Stripe.PaymentIntentCancelParams'],
  ['POST', /^\/v1\/payment_methods$/, 'Stripe.PaymentMethodCreateParams'],
  ['GET', /^\/v1\/charges$/, 'Stripe.ChargeListParams'],
  ['GET', /^\/v1\/charges\/[^/]+$/, 'Stripe.ChargeRetrieveParams'],
  ['POST', /^\/v1\/refunds$/, 'Stripe.RefundCreateParams'],
  ['GET', /^\/v1\/refunds$/, 'Stripe.RefundListParams'],
  ['GET', /^\/v1\/refunds\/[^/]+$/, 'Stripe.RefundRetrieveParams'],
  ['GET', /^\/v1\/disputes$/, 'Stripe.DisputeListParams'],
  ['GET', /^\/v1\/disputes\/[^/]+$/, 'Stripe.DisputeRetrieveParams'],
  ['POST', /^\/v1\/disputes\/[^/]+$/, 'Stripe.DisputeUpdateParams'],
  ['GET', /^\/v1\/events$/, 'Stripe.EventListParams'],
  ['GET', /^\/v1\/events\/[^/]+$/, 'Stripe.EventRetrieveParams'],
  ['GET', /^\/v1\/balance$/, 'Stripe.BalanceRetrieveParams'],
  ['GET', /^\/v1\/account$/, 'Stripe.AccountRetrieveParams'],
  ['GET', /^\/v1\/webhook_endpoints$/, 'Stripe.WebhookEndpointListParams'],
]

const NOTHING = 'Record<string, never>'
const PAGE = 'duffel.PaginationMeta'

/** Method, path, the type of the body and that of the query. */
const DUFFEL = [
  ['POST', /^\/air\/offer_requests\/?$/, 'duffel.CreateOfferRequest', 'duffel.CreateOfferRequestQueryParameters'],
  ['POST', /^\/air\/batch_offer_requests$/, 'duffel.CreateBatchOfferRequest', 'duffel.CreateBatchOfferRequestQueryParameters'],
  ['GET', /^\/air\/offers$/, NOTHING, 'duffel.ListOffersParams'],
  ['GET', /^\/air\/offers\/[^/]+$/, NOTHING, '{ return_available_services?: boolean }'],
  ['POST', /^\/air\/offers\/[^/]+\/actions\/price$/, 'duffel.GetOfferPricedParams', NOTHING],
  ['GET', /^\/air\/seat_maps$/, NOTHING, '{ offer_id: string }'],
  ['POST', /^\/air\/orders$/, 'duffel.CreateOrder', NOTHING],
  ['GET', /^\/air\/orders$/, NOTHING, `duffel.ListParamsOrders & ${PAGE}`],
  ['PATCH', /^\/air\/orders\/[^/]+$/, 'duffel.UpdateSingleOrder', NOTHING],
  ['POST', /^\/air\/payments$/, 'duffel.CreatePayment', NOTHING],
  ['POST', /^\/air\/order_cancellations$/, 'duffel.CreateOrderCancellation', NOTHING],
  ['GET', /^\/air\/order_cancellations$/, NOTHING, 'duffel.ListOrderCancellationsParams'],
  ['POST', /^\/air\/webhooks$/, 'duffel.WebhooksCreateParams', NOTHING],
  ['GET', /^\/air\/(airlines|airports|aircraft|loyalty_programmes|webhooks)$/, NOTHING, PAGE],
  ['GET', /^\/places\/suggestions$/, NOTHING, '{ query?: string, name?: string, lat?: string, lng?: string, rad?: string }'],
  // Nothing but the id in the path.
  [undefined, /^\/air\/\w+\/[^/]+(\/actions\/\w+)?$/, NOTHING, NOTHING],
]

const named = JSON.parse(readFileSync(new URL('../exceptions.json', import.meta.url), 'utf8')).requests

/**
 * @typedef {{ name: string, method: string, path: string, params?: object }} Request
 * as our tests record it. `params` nest as JSON, or are written flat as a form has them (`metadata[payment_id]`).
 */

/**
 * The claims that requests stand for: that the library knows each parameter, and would send it so.
 * @param {Request[]} requests
 */
export function claims(requests, exceptions = named) {
  return requests.flatMap((request) => {
    const made = request.path.startsWith('/v1/') ? ofStripe(request) : ofDuffel(request)
    return made.map(({ type, value }) => ({
      name: `${request.name} (${request.method} ${request.path.slice(0, 80)})`,
      type: `Form<${type}>`,
      value: without(exceptions, type, value, new Set()),
    }))
  })
}

function ofStripe(request) {
  const [, , type] = rowOf(STRIPE, request)
  return [{ type, value: nested([...pairs(request.params ?? {}), ...queryOf(request)]) }]
}

function ofDuffel(request) {
  const [, , body, query] = rowOf(DUFFEL, request)
  const given = request.params ?? {}
  const isQuery = request.method === 'GET'
  const asked = nested([...(isQuery ? pairs(given) : []), ...queryOf(request)])
  return [
    { type: body, value: isQuery ? {} : (given.data ?? given) },
    { type: query, value: asked },
  ]
}

function rowOf(table, { name, method, path }) {
  const plain = path.split('?')[0]
  const row = table.find(([verb, pattern]) => (verb ?? method) === method && pattern.test(plain))
  if (!row) throw new Error(`no type is named for ${name} (${method} ${plain}): add it to lib/requests.js`)
  return row
}

function queryOf({ path }) {
  return [...new URLSearchParams(path.split('?')[1] ?? '')]
}

function pairs(params) {
  return Object.entries(params)
}

/** `a[b][c]` and `a[0]`, `a[]` as the objects and lists that they stand for. */
function nested(given) {
  const root = {}
  for (const [name, value] of given) put(root, steps(name), value)
  return root
}

function steps(name) {
  const [first, ...rest] = name.split('[')
  return [first, ...rest.map((part) => part.replace(/\]$/, ''))]
}

function put(holder, [name, ...rest], value) {
  const key = Array.isArray(holder) && name === '' ? holder.length : name
  if (rest.length === 0) {
    holder[key] = value
    return
  }
  holder[key] ??= /^\d*$/.test(rest[0]) ? [] : {}
  put(holder[key], rest, value)
}
