'use client'
import useSWR, { type SWRConfiguration } from 'swr'
import { apiPath } from './api-path'
import { request } from './client'
import { ApiError } from './error'
import { untilBack } from './retry'
import type { Offer, OfferRefused, OfferVerified, Replacement, SeatMap } from './types'
import { useGet } from './use-get'

export const OFFER_EXPIRED = 'OFFER_EXPIRED'
/** The airline asks for an identity document of a kind that is not sent. */
export const DOCUMENTS_UNSUPPORTED = 'DOCUMENTS_UNSUPPORTED'
/** The question did not reach the server, or its answer not us. */
export const NO_RESPONSE = 'NO_RESPONSE'
/** For answers whose code says nothing of it: whether their text is about an offer that is gone. */
export const tellsOfExpiry = (text: string) => /expired|OFFER_EXPIRED|does not exist/i.test(text)

/** What the server knows of an offer's validity. `code` says why it is not valid, "" when it is. */
export interface Verification {
  isValid: boolean
  /** Expired, sold or unknown, as opposed to nobody being able to say. */
  isGone: boolean
  /** The server's last word: this offer is not sold here, and asking again changes nothing. `code` says why. */
  isRefused: boolean
  code: string
  expiresAt: string | null
  /** Of an offer that is gone: the same flights on the same fare, where they are still sold. */
  replacement: Replacement | null
}

export const offerKey = (id: string) => apiPath('/api/flights/offer/{id}', { id })

export async function fetchOffer(id: string) {
  if (!id) throw new Error('Offer ID is required')
  return request('GET', offerKey(id), { attempt: 'Unable to retrieve flight offer:' })
}

/** One offer, back by itself when it could not be read for a moment; null waits. */
export function useOffer(id: string | null) {
  return useSWR<Offer, Error>(id && offerKey(id), () => fetchOffer(id ?? ''), untilBack)
}

export const faresKey = (id: string) => apiPath('/api/flights/offer/{id}/fares', { id })

/** The fares of an offer's flights, its own among them, cheapest first; empty where the server knows of none. */
export const useFares = (offerId: string) => useGet(faresKey(offerId), untilBack)

export async function fetchSeatMaps(offerId: string): Promise<SeatMap[]> {
  if (!offerId) throw new Error('Offer ID is required for seat maps')
  const path = apiPath('/api/flights/seatmaps/{offerId}', { offerId })
  return listed(await request('GET', path, { attempt: 'Unable to retrieve seat maps:' }))
}

/** An empty list may come as `data` of an object (requirement S191). */
const listed = (answer: SeatMap[] | { data: SeatMap[] }) => (Array.isArray(answer) ? answer : answer.data)

/** One map a flight, in travel order; null waits. An airline without seat maps answers an empty list. */
export function useSeatMaps(offerId: string | null, config?: SWRConfiguration<SeatMap[], Error>, read = fetchSeatMaps) {
  return useSWR<SeatMap[], Error>(offerId && ['seat maps', offerId], () => read(offerId ?? ''), config)
}

const invalid = (code: string): Verification => ({
  isValid: false,
  isGone: false,
  isRefused: false,
  code,
  expiresAt: null,
  replacement: null,
})

/** What the answer to a call names in the place of an offer that is gone. */
export function replacementOf(error: unknown): Replacement | null {
  if (!(error instanceof ApiError) || error.status !== 410) return null
  return (error.body as { replacement?: Replacement } | null)?.replacement ?? null
}

/** Longer than the server waits for an airline, and for what replaces an offer that is gone. */
const ANSWERED_WITHIN_MS = 45_000
/** For a check that holds up what is already paid for. */
export const BRIEFLY_MS = 10_000

/** Asks whether an offer still stands. Never throws: a failure, or no answer within the time, is an answer with a code. */
export async function verifyOffer(id: string, withinMs = ANSWERED_WITHIN_MS): Promise<Verification> {
  if (!id) return invalid('MISSING_OFFER_ID')
  try {
    const answer: unknown = await request('GET', apiPath('/api/flights/verify-offer/{id}', { id }), { withinMs })
    if (typeof answer !== 'object' || answer === null || !('valid' in answer)) {
      return invalid('UNEXPECTED_RESPONSE')
    }
    const { valid, error, expires_at } = answer as Partial<OfferVerified & OfferRefused>
    if (!valid) return { ...invalid(error ?? 'VALIDATION_ERROR'), isGone: true }
    return { ...invalid(''), isValid: true, expiresAt: expires_at ?? null }
  } catch (error) {
    return failedVerification(error)
  }
}

const gone = (error: ApiError): Verification => ({
  ...invalid(OFFER_EXPIRED),
  isGone: true,
  replacement: replacementOf(error),
})

/** By its name: tests run in another realm, where `instanceof SyntaxError` is false. */
const isJsonError = (error: unknown) => (error as Error | null)?.name === 'SyntaxError'

function failedVerification(error: unknown): Verification {
  if (!(error instanceof ApiError)) return invalid(isJsonError(error) ? 'PARSE_ERROR' : 'UNKNOWN_ERROR')
  if (error.status === 0) return invalid(NO_RESPONSE)
  if (error.status === 410) return gone(error)
  const failed = invalid('API_ERROR')
  if (error.status === 404 || tellsOfExpiry(error.message)) return { ...failed, isGone: true }
  return error.isRefusal ? refused(error) : failed
}

const refused = (error: ApiError): Verification => ({
  ...invalid(error.code || 'API_ERROR'),
  isRefused: true,
})
