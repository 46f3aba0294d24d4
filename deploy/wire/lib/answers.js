// Says of which type each answer of the sandbox is, and what is known to differ.

import { readFileSync } from 'node:fs'
import { without } from './exceptions.js'

const OFFER_WITHOUT_SERVICES = "Omit<duffel.Offer, 'available_services'>"

/** Method, path and the type of what is answered; `[]` where it is a list. */
const DUFFEL = [
  ['POST', /^\/air\/offer_requests\/?$/, 'duffel.OfferRequest'],
  ['GET', /^\/air\/offer_requests\/[^/]+$/, 'duffel.OfferRequest'],
  ['POST', /^\/air\/batch_offer_requests\/?$/, 'duffel.CreateBatchOfferRequestResponse'],
  ['GET', /^\/air\/batch_offer_requests\/[^/]+$/, `Omit<duffel.BatchOfferRequest, 'offers'> & { offers?: (${OFFER_WITHOUT_SERVICES})[] }`],
  ['GET', /^\/air\/offers$/, `(${OFFER_WITHOUT_SERVICES})[]`],
  ['GET', /^\/air\/offers\/[^/]+$/, 'duffel.Offer'],
  ['PATCH', /^\/air\/offers\/[^/]+\/passengers\/[^/]+$/, 'duffel.UpdateOffer'],
  ['POST', /^\/air\/offers\/[^/]+\/actions\/price$/, 'duffel.OfferPriced'],
  ['GET', /^\/air\/seat_maps$/, 'duffel.SeatMap[]'],
  ['POST', /^\/air\/orders$/, 'duffel.Order'],
  ['GET', /^\/air\/orders$/, 'duffel.Order[]'],
  ['GET', /^\/air\/orders\/[^/]+$/, 'duffel.Order'],
  ['POST', /^\/air\/payments$/, 'duffel.Payment'],
  ['GET', /^\/air\/payments$/, 'duffel.Payment[]'],
  ['GET', /^\/air\/payments\/[^/]+$/, 'duffel.Payment'],
  ['POST', /^\/air\/order_cancellations$/, 'duffel.OrderCancellation'],
  ['POST', /^\/air\/order_cancellations\/[^/]+\/actions\/confirm$/, 'duffel.OrderCancellation'],
  ['GET', /^\/air\/order_cancellations\/[^/]+$/, 'duffel.OrderCancellation'],
  // The library has no type of a credit by itself: https://duffel.com/docs/api/airline-credits/schema.
  ['GET', /^\/air\/airline_credits\/[^/]+$/, 'unknown'],
  ['POST', /^\/air\/webhooks$/, 'duffel.WebhooksCreateResponse'],
  ['GET', /^\/air\/webhooks$/, 'duffel.WebhooksListResponse[]'],
  ['GET', /^\/air\/webhooks\/[^/]+$/, 'duffel.Webhooks'],
  ['POST', /^\/air\/webhooks\/[^/]+\/actions\/ping$/, 'undefined'],
  ['GET', /^\/air\/airlines$/, 'duffel.Airline[]'],
  ['GET', /^\/air\/airlines\/[^/]+$/, 'duffel.Airline'],
  ['GET', /^\/air\/airports$/, 'duffel.Airport[]'],
  ['GET', /^\/air\/airports\/[^/]+$/, 'duffel.Airport'],
  ['GET', /^\/air\/loyalty_programmes$/, 'duffel.LoyaltyProgramme[]'],
  ['GET', /^\/air\/loyalty_programmes\/[^/]+$/, 'duffel.LoyaltyProgramme'],
  ['GET', /^\/places\/suggestions$/, 'Suggestion[]'],
]
const DUFFEL_ERROR = '{ meta: duffel.ApiResponseMeta, errors: duffel.ApiResponseError[] }'

const STRIPE = [
  ['GET', /^\/v1\/payment_intents$/, 'Stripe.ApiList<Stripe.PaymentIntent>'],
  ['GET', /^\/v1\/payment_intents\/search$/, 'Stripe.ApiSearchResult<Stripe.PaymentIntent>'],
  [undefined, /^\/v1\/payment_intents(\/[^/]+(\/(confirm|capture|cancel))?)?$/, 'Stripe.PaymentIntent'],
  [undefined, /^\/v1\/payment_methods(\/[^/]+)?$/, 'Stripe.PaymentMethod'],
  ['GET', /^\/v1\/charges$/, 'Stripe.ApiList<Stripe.Charge>'],
  ['GET', /^\/v1\/charges\/[^/]+$/, 'Stripe.Charge'],
  ['GET', /^\/v1\/refunds$/, 'Stripe.ApiList<Stripe.Refund>'],
  [undefined, /^\/v1\/refunds(\/[^/]+)?$/, 'Stripe.Refund'],
  ['GET', /^\/v1\/disputes$/, 'Stripe.ApiList<Stripe.Dispute>'],
  [undefined, /^\/v1\/disputes\/[^/]+(\/close)?$/, 'Stripe.Dispute'],
  ['GET', /^\/v1\/balance$/, 'Stripe.Balance'],
  ['GET', /^\/v1\/webhook_endpoints$/, 'Stripe.ApiList<Stripe.WebhookEndpoint>'],
]
const STRIPE_ERROR = '{ error: Stripe.PaymentIntent.LastPaymentError }'

const exceptions = JSON.parse(readFileSync(new URL('../exceptions.json', import.meta.url), 'utf8'))

/**
 * The claims that recorded calls stand for, with the members of the named exceptions taken out.
 * @param {import('./recorder.js').Call[]} calls
 */
export function claims(calls) {
  const used = new Set()
  const made = calls.map((call, index) => {
    const { type, value } = call.path.startsWith('/v1/') ? ofStripe(call) : ofDuffel(call)
    const name = `${index} ${call.method} ${call.path.slice(0, 80)} ${call.status}`
    return { name, type: `Answer<${type}>`, value: without(exceptions.answers, type, value, used) }
  })
  return { claims: made, used }
}

/** The claim that an event of Stripe's is of the type that the library has for it. */
export function eventClaim(event) {
  const type = eventType(event)
  return { name: `event ${event.type}`, type: `Answer<${type}>`, value: without(exceptions.answers, type, event, new Set()) }
}

/** Exceptions for one provider's answers that no answer needed. */
export function unused(provider, used) {
  return exceptions.answers.filter((it) => it.provider === provider && !used.has(it)).map((it) => `${it.in}: ${it.member}`)
}

function ofDuffel(call) {
  if (call.status >= 400) return { type: DUFFEL_ERROR, value: call.answer }
  return { type: typeOf(DUFFEL, call), value: few(call.answer?.data) }
}

function ofStripe(call) {
  if (call.status >= 400) return { type: STRIPE_ERROR, value: call.answer }
  if (/^\/v1\/events/.test(call.path)) {
    const events = call.answer.data ?? [call.answer]
    const each = `[${events.map((event) => eventType(event))}]`
    return { type: call.answer.data ? `Stripe.ApiList<unknown> & { data: ${each} }` : eventType(events[0]), value: call.answer }
  }
  return { type: typeOf(STRIPE, call), value: call.answer }
}

function typeOf(table, { method, path }) {
  const plain = path.split('?')[0]
  const row = table.find(([verb, pattern]) => (verb ?? method) === method && pattern.test(plain))
  if (!row) throw new Error(`no type is named for the answer of ${method} ${plain}: add it to lib/answers.js`)
  return row[2]
}

/** A search answers hundreds of offers: the first of each airline says what there is to say. */
function few(data) {
  if (Array.isArray(data?.offers)) return { ...data, offers: oneOfEach(data.offers) }
  return Array.isArray(data) && data[0]?.owner ? oneOfEach(data) : data
}

function oneOfEach(offers) {
  return offers.filter((offer, index) => offers.findIndex((it) => it.owner.id === offer.owner.id) === index)
}

function eventType(event) {
  return `Stripe.${event.type.split(/[._]/).map(capital).join('')}Event`
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1)
}
