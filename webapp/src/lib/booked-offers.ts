import { useCallback, useSyncExternalStore } from 'react'
import { readStored, store } from './storage'

/**
 * Which offers this browser has booked, newest first: ids, and the search before them, nothing of who travels (R23).
 * A reload or another tab finds the booking again by them; the server still decides who may read it.
 */
const KEY = 'bookedOffers'
const KEPT = 20

interface BookedOffer {
  offerId: string
  bookingId: string
  /** Of a booking whose cardholder was sent to their bank: they come back with it. */
  paymentId?: string
  /** Of the address that it was booked at, so that it leads to the same results again. */
  search?: string
  /** The traveller has seen how it ended. */
  isTold?: true
}

const read = () => readStored<BookedOffer[]>('localStorage', KEY) ?? []
const others = (offerId: string) => read().filter((booked) => booked.offerId !== offerId)
const bookingIdOf = (offerId: string) => read().find((booked) => booked.offerId === offerId)?.bookingId ?? null

const listeners = new Set<() => void>()

type More = Pick<BookedOffer, 'paymentId' | 'search'>

export function rememberBooking(offerId: string, bookingId: string, more: More = {}) {
  store('localStorage', KEY, [{ offerId, bookingId, ...more }, ...others(offerId)].slice(0, KEPT))
}

/** Remembers that its end was told; answers whether it was before. */
export function tellOnce(bookingId: string) {
  const all = read()
  const isTold = all.some((booked) => booked.bookingId === bookingId && booked.isTold)
  const told = all.map((booked) => (booked.bookingId === bookingId ? { ...booked, isTold: true } : booked))
  if (!isTold) store('localStorage', KEY, told)
  return isTold
}

/** The booking that this browser paid for with a payment. Null while prerendering. */
export const useBookingPaidBy = (paymentId: string) => {
  const found = useSyncExternalStore(
    subscribe,
    () => JSON.stringify(read().find((booked) => booked.paymentId === paymentId) ?? null),
    () => null,
  )
  return found === null ? null : (JSON.parse(found) as BookedOffer | null)
}

/** The booking that this browser made of an offer, in this tab or another one. Null while prerendering. */
export function useBookedOffer(offerId: string) {
  const bookingId = useSyncExternalStore(
    subscribe,
    () => bookingIdOf(offerId),
    () => null,
  )
  const forget = useCallback(() => {
    store('localStorage', KEY, others(offerId))
    for (const listener of listeners) listener()
  }, [offerId])
  return { bookingId, forget }
}

/** What makes two searches one journey: where and when, not who travels. */
const journeyNames = ['from_origin', 'from_destination', 'from_departureDate', 'from_returnDate']

function journeyOf(search = '') {
  const params = new URLSearchParams(search)
  return params.has('from_origin') ? journeyNames.map((name) => params.get(name)).join() : null
}

/** The newest booking of another offer that this browser made for the journey of a search. Null while prerendering. */
export function useBookedJourney(offerId: string, search: string) {
  const journey = journeyOf(search)
  const isSame = (booked: BookedOffer) => journey !== null && journeyOf(booked.search) === journey
  const found = useSyncExternalStore(
    subscribe,
    () => JSON.stringify(others(offerId).find(isSame) ?? null),
    () => 'null',
  )
  return JSON.parse(found) as BookedOffer | null
}

/** Another tab's change comes as an event; of its own a tab hears none. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
