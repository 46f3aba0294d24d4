/** Bags that airlines sell beside a fare: which can be sold here, what they cover, and what they are called. */
import type { Amount, Offer, Segment } from '@/lib/api/types'
import * as words from '@/messages/lib/bags'
import * as flightWords from '@/messages/lib/flights'
import * as lists from '@/messages/lib/lists'
import { compareDecimals } from './decimal'

export type BagKind = 'checked' | 'carry_on'

type Flights = readonly { segments: readonly Segment[] }[]

/**
 * What a bag covers, by places and not by ids, so that offers of the same flights agree: all flights of one direction
 * ("slice 0"), all flights ("trip"), or some of them, each by its direction and its place in it ("flights 0.1 1.0").
 */
export type Coverage = string
const TRIP = 'trip'
const SLICE = 'slice '
const OUTBOUND = `${SLICE}0`
const FLIGHTS = 'flights '

export const isDirection = (coverage: Coverage) => coverage.startsWith(SLICE)

/** Null for nothing, and for what is not on these flights. */
export function coverageOf(slices: Flights, segmentIds: readonly string[]): Coverage | null {
  const places = slices.flatMap(({ segments }, slice) => segments.map(({ id }, at) => ({ id, slice, at })))
  const covered = places.filter(({ id }) => segmentIds.includes(id))
  const [first] = covered
  if (!first || !segmentIds.every((id) => covered.some((place) => place.id === id))) return null
  const isOneWay = covered.every(({ slice }) => slice === first.slice)
  if (isOneWay && covered.length === slices[first.slice]?.segments.length) return `${SLICE}${first.slice}`
  if (covered.length === places.length) return TRIP
  return FLIGHTS + covered.map(({ slice, at }) => `${slice}.${at}`).join(' ')
}

function flightsOf(slices: Flights, coverage: Coverage) {
  const places = coverage.slice(FLIGHTS.length).split(' ')
  return places.flatMap((place) => {
    const [slice = -1, at = -1] = place.split('.').map(Number)
    return slices[slice]?.segments[at] ?? []
  })
}

const routeOf = ({ origin, destination }: Segment) =>
  flightWords.route({ from: origin.city_name, to: destination.city_name })

interface Forms {
  trip: string
  outbound: string
  wayBack: string
}
const alone: Forms = { trip: words.wholeTrip, outbound: words.outbound, wayBack: words.wayBack }
const inside: Forms = { trip: words.wholeTripInside, outbound: words.outboundInside, wayBack: words.wayBackInside }

function wordsOf(slices: Flights, coverage: Coverage, { trip, outbound, wayBack }: Forms) {
  if (coverage === TRIP) return trip
  if (coverage.startsWith(FLIGHTS)) return flightsOf(slices, coverage).map(routeOf).join(lists.separator)
  return coverage === OUTBOUND ? outbound : wayBack
}

/** "Outbound flight", "Whole trip", "New York to Dublin" */
export const coverageWords = (slices: Flights, coverage: Coverage) => wordsOf(slices, coverage, alone)

interface Bag {
  kind: string
  weightKg: number | null
  /** Null where it is not known. */
  coverage: Coverage | null
}

const weightOf = ({ weightKg }: Pick<Bag, 'weightKg'>) => weightKg !== null && words.weight({ kg: weightKg })
const listed = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(lists.separator)
const restOf = (slices: Flights, { weightKg, coverage }: Bag) => [
  weightOf({ weightKg }),
  coverage !== null && wordsOf(slices, coverage, inside),
]

/** "Checked bag, 23 kg" */
export const bagName = ({ kind, weightKg }: Omit<Bag, 'coverage'>) =>
  listed([words.bag({ kind }), weightOf({ weightKg })])

/** Within a sentence: "checked bag, 23 kg, outbound flight" */
export const bagInside = (slices: Flights, bag: Bag) => listed([words.bagInside(bag), ...restOf(slices, bag)])

/** "2 checked bags, 23 kg, outbound flight" */
export const piecesInWords = (slices: Flights, bag: Bag & { quantity: number }) =>
  listed([words.pieces({ kind: bag.kind, count: bag.quantity }), ...restOf(slices, bag)])

/** A bag as it is sold to one passenger of an offer. */
export interface BagService {
  /** The provider's service id. */
  serviceId: string
  passengerId: string
  kind: BagKind
  weightKg: number | null
  coverage: Coverage
  segmentIds: readonly string[]
  /** What one piece costs, on all that it covers. */
  each: Amount
  /** How many pieces there are at most. */
  most: number
}

/** More pieces of one service are taken in no order. */
const MOST_PIECES = 9

export const isKind = (kind: string | null): kind is BagKind => kind === 'checked' || kind === 'carry_on'

type Sale = Pick<Offer, 'slices' | 'available_services' | 'price'>

/** What can be sold with an offer: in its currency, for one passenger alone, of a kind and for flights that we know. */
export const bagServices = ({ slices, available_services, price }: Sale): BagService[] =>
  available_services.flatMap((service) => {
    const { bag_kind: kind, segment_ids: segmentIds, total_amount: amount, total_currency: currency } = service
    const [passengerId, ...others] = service.passenger_ids
    const coverage = coverageOf(slices, segmentIds)
    const most = Math.min(service.maximum_quantity, MOST_PIECES)
    if (!passengerId || others.length > 0 || currency !== price.currency) return []
    if (!isKind(kind) || coverage === null || most < 1) return []
    const { id: serviceId, maximum_weight_kg: weightKg } = service
    return [{ serviceId, passengerId, kind, weightKg, coverage, segmentIds, each: { amount, currency }, most }]
  })

type Span = 'direction' | 'trip' | 'flight' | 'oneWay'

/**
 * The cheapest checked bag of an offer, and what its price is for: one direction, if it is sold so. One for an infant on a
 * lap alone is nobody else's.
 */
export function cheapestBag(offer: Sale & Pick<Offer, 'passengers'>): { price: Amount; span: Span } | null {
  const isOnLap = (id: string) => offer.passengers.some((one) => one.id === id && one.type === 'infant_without_seat')
  const spanOf = ({ coverage, segmentIds }: BagService): Span | null => {
    if (isDirection(coverage)) return offer.slices.length > 1 ? 'direction' : 'oneWay'
    if (coverage === TRIP) return 'trip'
    return segmentIds.length === 1 ? 'flight' : null
  }
  const checked = bagServices(offer)
    .filter(({ kind, passengerId }) => kind === 'checked' && !isOnLap(passengerId))
    .toSorted((a, b) => compareDecimals(a.each.amount, b.each.amount))
  const spans: readonly Span[] = ['direction', 'oneWay', 'trip', 'flight']
  const [cheapest] = spans.flatMap((span) => {
    const bag = checked.find((one) => spanOf(one) === span)
    return bag ? [{ price: bag.each, span }] : []
  })
  return cheapest ?? null
}
