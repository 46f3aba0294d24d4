import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'
import { ApiError, isNotAuthenticated } from '@/lib/api/error'
import { repeated } from '@/lib/api/repeated'
import type { SystemMode } from '@/lib/api/types'
import { randomUuid } from '@/lib/random-uuid'
import * as words from '@/messages/booking/failure'
import type { ChosenBag } from '../lib/bag-choices'
import { type CardMeans, meansBody } from '../lib/card-means'
import { type Failure, failureOf, refusal } from '../lib/failure'
import type { SeatChoice } from '../lib/seat-choices'
import { solvedWork } from '../lib/work'

export interface Order {
  offerId: string
  seats: readonly SeatChoice[]
  bags: readonly ChosenBag[]
  amount: string
  currency: string
}

export type CardOutcome = { paymentId: string } | { failure: Failure }

/** The seats of an order in the API's shape. */
export const seatsOf = ({ seats }: Order) =>
  seats.map(({ passengerId, seatId, cabinClass, price }) => ({ passengerId, seatId, cabinClass, price }))

/** The bags of an order in the API's shape, in an order that a refusal's "bags[1]" refers to. */
export const bagsOf = ({ bags }: Order) =>
  bags.map(({ passengerId, serviceId, quantity }) => ({ passengerId, serviceId, quantity }))

/** The card provider is given 30 seconds. */
const WITHIN_MS = 36_000
/** A solution may come too late, where a phone slept over it. */
const MOST_WORK = 2

interface Attempt {
  key: string
  /** Sent before, and not answered. */
  isRepeat: boolean
  onUnheard?: () => void
  /** When work begins that the server asks for before it takes the card, and when it ends. */
  onWork?: (isWorking: boolean) => void
}

/**
 * Authorises the card for the whole order. Where no answer comes the same request goes out again under the same key:
 * it may have arrived, and another key would hold the money twice. A card that needs work goes out again with it.
 */
export async function processCard(
  order: Order,
  card: CardMeans,
  mode: SystemMode,
  { key, isRepeat, onUnheard, onWork }: Attempt,
): Promise<CardOutcome> {
  const isFinal = (error: unknown) => isSimulated(error, mode)
  const send = (work?: string) => repeated(() => post(order, card, mode, key, work), { isRepeat, isFinal, onUnheard })
  try {
    let answer = await send()
    for (let times = 0; 'challenge' in answer && answer.challenge && times < MOST_WORK; times++) {
      onWork?.(true)
      const work = await solvedWork(answer.challenge)
      onWork?.(false)
      if (work === null) break
      answer = await send(work)
    }
    if ('paymentId' in answer) return { paymentId: answer.paymentId }
    const { error, message, price, retryAfterSeconds } = answer
    return { failure: refusal(error, message, { price, retryAt: instantIn(retryAfterSeconds) }) }
  } catch (error) {
    if (!isSimulated(error, mode)) return { failure: cardFailure(error) }
    if (isNotAuthenticated(error)) console.warn('Payments: not authenticated')
    return { paymentId: `test_pay_${randomUuid()}` }
  }
}

const instantIn = (seconds: number | null | undefined) =>
  seconds ? new Date(Date.now() + seconds * 1_000).toISOString() : null

const post = (order: Order, card: CardMeans, mode: SystemMode, key: string, work?: string) =>
  request('POST', apiPath('/api/payments/process-card'), {
    headers: { 'idempotency-key': key },
    withinMs: WITHIN_MS,
    body: {
      amount: order.amount,
      currency: order.currency,
      offerId: order.offerId,
      seats: seatsOf(order),
      bags: bagsOf(order),
      expectedMode: mode.mode,
      ...meansBody(card),
      work,
    },
  })

/**
 * In test mode a payment that could not be asked for is made up, so that the journey can be tried without a card
 * provider. Only where the server itself has said "test", and never in place of a refusal.
 */
function isSimulated(error: unknown, mode: SystemMode) {
  const isTest = mode.mode === 'test' && !mode.isLiveMode && mode.known
  return isTest && error instanceof ApiError && (error.status === 401 || error.status === 0 || error.status >= 500)
}

/** Who did not answer, by the server's codes. */
const reasons: Record<string, string> = {
  PAYMENT_PROVIDER_UNAVAILABLE: words.cardInDoubt,
  PROVIDER_NOT_CONFIGURED: words.paymentsAway,
  SERVICE_UNAVAILABLE: words.paymentsAway,
  MODE_UNKNOWN: words.paymentsAway,
}

/** Without an answer nothing was booked; what may be held is used by the repeat, or released by itself. */
function cardFailure(error: unknown): Failure {
  const failure = failureOf(error)
  if (failure.kind !== 'unanswered') return failure
  const reason = reasons[error instanceof ApiError ? error.code : ''] ?? words.cardUnreached
  return {
    ...failure,
    kind: 'away',
    title: words.paymentError,
    message: words.cardUnanswered({ reason }),
  }
}
