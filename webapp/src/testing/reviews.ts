import type { AttentionItem, LedgerDifference, PaymentCase } from '@/lib/api/types'
import { usd } from './bookings'

/** What waits for an administrator's decision: one of each kind, with all that a card can show. */

const seen = { preparedAt: '2026-03-01T12:00:00Z', class: 'unknown', httpStatus: 502, requestId: 'req_1' }
const decided = { at: '2026-03-01T12:20:00Z', what: 'ask_again', operator: 'u1', note: 'Ticket 1' }

export const bookingToReview = (): AttentionItem => ({
  bookingId: 'b1',
  mode: 'live',
  brand: 'northwind',
  state: 'ORDER_UNKNOWN',
  version: 7,
  bookingReference: 'RZPNX8',
  orderId: 'ord_1',
  offerId: 'off_1',
  paymentId: 'pay_1',
  total: usd('645.00'),
  owed: usd('47.80'),
  money: 'held',
  captureBefore: '2026-03-07T12:00:00Z',
  createdAt: '2026-03-01T12:00:00Z',
  unknownSince: '2026-03-01T12:00:30Z',
  contactName: 'Ada Byron',
  contactEmail: 'ada@traveller.example',
  actions: ['ask_again', 'no_order', 'order_is', 'paid_back', 'dealt_with'],
  attempts: [{ ...seen, op: 'order_create', n: 1, answeredAt: '', evidence: '' }],
  credits: [{ holder: 'Ada Byron', name: '', code: null, amount: null, issuedOn: null }],
  history: [{ ...decided, fromState: 'ORDER_UNKNOWN', toState: 'ORDER_UNKNOWN' }],
})

export const paymentToReview = (): PaymentCase => ({
  paymentId: 'p1',
  mode: 'live',
  brand: 'northwind',
  status: 'captured',
  version: 7,
  bookingId: 'b1',
  bookingReference: 'RZPNX8',
  bookingState: 'TICKETED',
  offerId: 'off_1',
  intentId: 'pi_1',
  amount: usd('645.00'),
  held: usd('0.00'),
  captured: usd('645.00'),
  refunding: usd('0.00'),
  refunded: usd('0.00'),
  owed: usd('47.80'),
  cardBrand: 'visa',
  cardLast4: '4242',
  captureBefore: '2026-03-07T12:00:00Z',
  createdAt: '2026-03-01T12:00:00Z',
  statusSince: '2026-03-01T12:01:00Z',
  actions: ['ask_again', 'settled_by_hand', 'release', 'refund_paid'],
  attempts: [{ ...seen, op: 'refund-1', n: 1 }],
  refunds: [
    { seq: 1, amount: usd('50.00'), status: 'returned', providerId: 're_1', createdAt: '2026-03-02T12:00:00Z' },
  ],
  differences: [],
  history: [{ ...decided, fromStatus: 'captured', toStatus: 'captured' }],
})

export const strayAmount = (): LedgerDifference => ({
  mode: 'live',
  objectId: 'pi_9',
  what: 'taken',
  currency: 'USD',
  oursMinor: 0,
  theirsMinor: 7700,
  ours: usd('0.00'),
  theirs: usd('77.00'),
  foundAt: '2026-03-01T12:30:00Z',
})
