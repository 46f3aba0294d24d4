import { isComplete, readCriteria, searchParams, type TravellerCounts } from './criteria'
import { routes, withQuery } from './routes'
import { readStored } from './storage'

type Params = ConstructorParameters<typeof URLSearchParams>[0]

/** What an address of results says of its order and its filters. */
const viewNames = [
  'sort',
  'price',
  'airlines',
  'stops',
  'departs',
  'departsBack',
  'arrives',
  'arrivesBack',
  'longest',
  'refundable',
  'baggage',
  'emissions',
  'bag',
  'dates',
] as const

/** How a list is looked at, by the names of its address; null for what is as always. */
export type ViewParams = Record<(typeof viewNames)[number], string | null>

/** The same for the address of a flight, which leads back to the list. */
export const carriedView = (view: ViewParams) =>
  Object.fromEntries(viewNames.map((name) => [`from_${name}`, view[name]]))

/**
 * The results that an address came from: its own search as it was looked at, else the last one of this browser, else
 * `otherwise`.
 */
export function searchReturn(params: URLSearchParams, otherwise: string = routes.search) {
  const criteria = readCriteria(params)
  if (isComplete(criteria)) {
    const view = Object.fromEntries(viewNames.map((name) => [name, params.get(`from_${name}`)]))
    return withQuery(routes.search, { ...searchParams(criteria), ...view })
  }
  const last = readStored<Record<string, string>>('localStorage', 'lastSearchParams')
  return last ? withQuery(routes.search, last) : otherwise
}

/** The results of a search for others; null where the address is of no search, or nobody is of age. */
export function searchForParty(href: string, party: TravellerCounts) {
  const criteria = readCriteria(new URL(href, 'http://same.invalid').searchParams)
  if (!isComplete(criteria) || party.adults === 0) return null
  return withQuery(routes.search, searchParams({ ...criteria, ...party }))
}

/** The `from_` parameters of an address, which the next page carries on. */
export const carriedOn = (params: Params) =>
  Object.fromEntries([...new URLSearchParams(params)].filter(([name]) => name.startsWith('from_')))
