import { carriedParams, type SearchCriteria } from '@/lib/criteria'
import { carriedView, type ViewParams } from '@/lib/search-return'
import { type BandsBySlice, type FilterAirline, type Filters, filterAirlines, timeBandIds } from './filters'
import { type SortOrder, sortOrders } from './offers'

/** How a list is looked at: what is left out, and what comes first. The address keeps it. */
export interface View {
  sort: SortOrder
  filters: Filters
  /** Each price is told with a checked bag too. */
  withBag: boolean
  /** Prices of other dates stand over the list. */
  withDates: boolean
}

type Params = Pick<URLSearchParams, 'get'>

const listed = (text: string | null) => (text ?? '').split(',').filter(Boolean)
/** What a list may hold of what an address names, in the list's own order. */
const known = <T extends string>(text: string | null, all: readonly T[]) =>
  all.filter((value) => listed(text).includes(value))

function range(text: string | null): Filters['priceRange'] {
  const [, min, max] = /^(\d{1,7})-(\d{1,7})$/.exec(text ?? '') ?? []
  return min !== undefined && max !== undefined && Number(min) <= Number(max) ? [Number(min), Number(max)] : null
}

const bands = (params: Params, name: string): BandsBySlice => [
  known(params.get(name), timeBandIds),
  known(params.get(`${name}Back`), timeBandIds),
]

const minutes = (text: string | null) => (/^\d{1,5}$/.test(text ?? '') ? Number(text) : null)

/** Reads a view from an address. What no view could hold is left out. */
export function readView(params: Params): View {
  return {
    sort: sortOrders.find((order) => order === params.get('sort')) ?? 'price-asc',
    filters: {
      priceRange: range(params.get('price')),
      airlines: known<FilterAirline>(params.get('airlines'), filterAirlines),
      stops: known(params.get('stops'), ['0', '1', '2']).map(Number),
      departureTime: bands(params, 'departs'),
      arrivalTime: bands(params, 'arrives'),
      duration: minutes(params.get('longest')),
      refundable: params.get('refundable') === 'true',
      baggageIncluded: params.get('baggage') === 'true',
      lessEmissions: params.get('emissions') === 'less',
    },
    withBag: params.get('bag') === '1',
    withDates: params.get('dates') === '1',
  }
}

/** The parameters of a view; null for what it leaves as it is without any. */
export function viewParams({ sort, filters, withBag, withDates }: View): ViewParams {
  const text = (values: readonly (string | number)[] | undefined) => values?.join(',') || null
  return {
    sort: sort === 'price-asc' ? null : sort,
    price: filters.priceRange?.join('-') ?? null,
    airlines: text(filters.airlines),
    stops: text(filters.stops),
    departs: text(filters.departureTime[0]),
    departsBack: text(filters.departureTime[1]),
    arrives: text(filters.arrivalTime[0]),
    arrivesBack: text(filters.arrivalTime[1]),
    longest: filters.duration === null ? null : String(filters.duration),
    refundable: filters.refundable ? 'true' : null,
    baggage: filters.baggageIncluded ? 'true' : null,
    emissions: filters.lessEmissions ? 'less' : null,
    bag: withBag ? '1' : null,
    dates: withDates ? '1' : null,
  }
}

/** What a flight's address carries on of the list that it was opened from, so that it leads back there. */
export const carriedFrom = (criteria: SearchCriteria, view: View) => ({
  ...carriedParams(criteria),
  ...carriedView(viewParams(view)),
})
