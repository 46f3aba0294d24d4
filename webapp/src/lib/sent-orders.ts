import { useSyncExternalStore } from 'react'
import { readStored, removeStored, store } from './storage'

/**
 * Bookings that were sent and not answered, newest first: ids alone (R23). After a reload, and in another tab, the
 * server is asked by them what became of each.
 */
const KEY = 'sentOrders'
const KEPT = 20

export interface SentOrder {
  offerId: string
  /** The Idempotency-Key it went out under. */
  key: string
  paymentId: string
  /** When it went out last, by this browser's clock. */
  sentAt: number
}

const read = () => readStored<SentOrder[]>('localStorage', KEY) ?? []
const others = (key: string) => read().filter((order) => order.key !== key)

export function noteSent(order: SentOrder) {
  store('localStorage', KEY, [order, ...others(order.key)].slice(0, KEPT))
}

/** It was answered, or is known never to have arrived. */
export function forgetSent(key: string) {
  const left = others(key)
  if (left.length === 0) removeStored('localStorage', KEY)
  else store('localStorage', KEY, left)
}

/** The unanswered booking of an offer, sent from this tab or another one. Null while prerendering. */
export function useSentOrder(offerId: string | null) {
  const found = useSyncExternalStore(
    subscribe,
    () => JSON.stringify(read().find((order) => order.offerId === offerId) ?? null),
    () => 'null',
  )
  return JSON.parse(found) as SentOrder | null
}

/** Another tab's change comes as an event; of its own a page knows. */
function subscribe(listener: () => void) {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
