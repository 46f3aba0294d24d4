import type { Offer, Slice } from '@/lib/api/types'
import { includesBag } from '@/lib/bag-sums'
import { minuteOfDay } from '@/lib/dates'
import { firstSegment, lastSegment, marketingCarriers, sliceMinutes, stopCount } from '@/lib/flights'
import { aboveTypical } from '@/lib/typical-emissions'
import { commonCurrency } from './offers'

export const filterAirlines = ['AA', 'DL', 'UA', 'B6', 'WN', 'AS', 'F9', 'NK', 'CX', 'QF', 'BA', 'LH'] as const
export type FilterAirline = (typeof filterAirlines)[number]

/** Bands of the local day, from inclusive to exclusive hour. */
export const timeBands = {
  early_morning: { from: 0, to: 6 },
  morning: { from: 6, to: 12 },
  afternoon: { from: 12, to: 18 },
  evening: { from: 18, to: 24 },
} as const
export type TimeBand = keyof typeof timeBands
export const timeBandIds = Object.keys(timeBands) as TimeBand[]

/** Bands by slice: the first list is the outbound's, the second the return's. */
export type BandsBySlice = readonly [outbound: readonly TimeBand[], inbound: readonly TimeBand[]]

export interface Filters {
  priceRange: readonly [min: number, max: number] | null
  airlines: readonly FilterAirline[]
  stops: readonly number[]
  departureTime: BandsBySlice
  arrivalTime: BandsBySlice
  /** The longest a slice may take, in minutes. */
  duration: number | null
  refundable: boolean
  baggageIncluded: boolean
  /** Clearly less CO2 than is typical of the search. */
  lessEmissions: boolean
}

export const noFilters: Filters = {
  priceRange: null,
  airlines: [],
  stops: [],
  departureTime: [[], []],
  arrivalTime: [[], []],
  duration: null,
  refundable: false,
  baggageIncluded: false,
  lessEmissions: false,
}

/** Of the direction with the most, so that each offer has one place and the counts add up. Two and more are one choice. */
export const stopClass = ({ slices }: Offer) => Math.min(2, Math.max(0, ...slices.map(stopCount)))

export function bandOf(localTime: string | undefined): TimeBand | null {
  const minute = minuteOfDay(localTime)
  if (minute === null) return null
  return timeBandIds.find((id) => minute < timeBands[id].to * 60) ?? null
}

const hasAny = (bands: BandsBySlice) => bands.some((slice) => slice.length > 0)

export type FilterGroup = keyof Filters

const narrows: Record<FilterGroup, (filters: Filters) => boolean> = {
  priceRange: ({ priceRange }) => priceRange !== null,
  stops: ({ stops }) => stops.length > 0,
  airlines: ({ airlines }) => airlines.length > 0,
  departureTime: ({ departureTime }) => hasAny(departureTime),
  arrivalTime: ({ arrivalTime }) => hasAny(arrivalTime),
  duration: ({ duration }) => duration !== null,
  refundable: ({ refundable }) => refundable,
  baggageIncluded: ({ baggageIncluded }) => baggageIncluded,
  lessEmissions: ({ lessEmissions }) => lessEmissions,
}

/** Which of the nine groups narrow the list, in the panel's order. */
export const activeGroups = (filters: Filters) =>
  (Object.keys(narrows) as FilterGroup[]).filter((group) => narrows[group](filters))

/** What an offer is held against. */
interface Scale {
  currency: string
  /** What a journey of the search typically emits; null where that is not known. */
  typical: number | null
}

type Test = (offer: Offer, filters: Filters, scale: Scale) => boolean

export const departureBand = (slice: Slice | undefined) => bandOf(slice && firstSegment(slice)?.departing_at)
export const arrivalBand = (slice: Slice | undefined) => bandOf(slice && lastSegment(slice)?.arriving_at)

/** A checked bag comes with every flight, or one is sold with the offer. */
export const hasBaggage = ({ slices, available_services }: Offer) =>
  includesBag({ slices }) || available_services.some(({ type }) => type.includes('baggage'))

function inBands(slices: readonly Slice[], bands: BandsBySlice, bandAt: (slice: Slice) => TimeBand | null) {
  return slices.every((slice, index) => {
    const wanted = bands[index] ?? []
    const band = bandAt(slice)
    return wanted.length === 0 || (band !== null && wanted.includes(band))
  })
}

const tests: readonly Test[] = [
  // A price in another currency is no number to compare: it passes.
  ({ price }, { priceRange }, { currency }) =>
    priceRange === null ||
    price.currency !== currency ||
    (Number(price.amount) >= priceRange[0] && Number(price.amount) <= priceRange[1]),
  ({ slices }, { airlines }) =>
    airlines.length === 0 ||
    marketingCarriers(slices).some(({ iata_code }) => (airlines as readonly string[]).includes(iata_code)),
  (offer, { stops }) => stops.length === 0 || stops.includes(stopClass(offer)),
  ({ slices }, { departureTime }) => inBands(slices, departureTime, departureBand),
  ({ slices }, { arrivalTime }) => inBands(slices, arrivalTime, arrivalBand),
  ({ slices }, { duration }) =>
    duration === null || slices.every((slice) => (sliceMinutes(slice) ?? Number.POSITIVE_INFINITY) <= duration),
  ({ conditions }, { refundable }) => !refundable || conditions.refundable,
  (offer, { baggageIncluded }) => !baggageIncluded || hasBaggage(offer),
  // Until it is known what is typical, nothing is more or less than that: all pass.
  (offer, { lessEmissions }, { typical }) => !lessEmissions || typical === null || emitsLess(offer, typical),
]

/** Less than typical as the cards say it; an offer of which nothing is stated does not. */
export const emitsLess = ({ emissions_kg_per_traveller: kg }: Offer, typical: number) =>
  kg !== null && aboveTypical(kg, typical) < 0

export function filterOffers(offers: readonly Offer[], filters: Filters, typical: number | null): Offer[] {
  const scale = { currency: commonCurrency(offers), typical }
  return offers.filter((offer) => tests.every((test) => test(offer, filters, scale)))
}

/** The offers that pass every other group: what a choice of this one would choose from. */
export const passingOthers = (offers: readonly Offer[], filters: Filters, group: FilterGroup, typical: number | null) =>
  filterOffers(offers, { ...filters, [group]: noFilters[group] }, typical)

/** The groups that keep offers out by themselves: without one of them alone, so many would pass. Most first. */
export const releases = (offers: readonly Offer[], filters: Filters, typical: number | null) =>
  activeGroups(filters)
    .map((group) => ({ group, count: passingOthers(offers, filters, group, typical).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
