import { apiPath } from '@/lib/api/api-path'
import { type Query, request } from '@/lib/api/client'
import { type SearchCriteria, searchRequest } from '@/lib/criteria'
import { withQuery } from '@/lib/routes'
import { withBrand } from '@/lib/use-navigate'
import type { SortOrder } from '../lib/offers'

export const FIRST_PAGE_SIZE = 30
export const MORE_PAGE_SIZE = 100

const path = apiPath('/api/flights/search')
const attempt = 'Unable to search flights:'

export interface SearchQuery {
  criteria: SearchCriteria
  page: number
  limit: number
  sort: SortOrder
}

/** A first page of 30; with `previousCount` offers at hand, the page of 100 that follows them. */
export function pageOf(previousCount: number) {
  if (previousCount <= 0) return { page: 1, limit: FIRST_PAGE_SIZE }
  return { page: Math.floor(previousCount / MORE_PAGE_SIZE) + 1, limit: MORE_PAGE_SIZE }
}

const fields = ({ criteria, page, limit, sort }: SearchQuery) => ({ ...searchRequest(criteria), page, limit, sort })

export const searchKey = (query: SearchQuery) => [path, JSON.stringify(fields(query))] as const

/** `refresh` asks the airlines again; the server allows it once a minute a search. */
export const fetchFlights = (query: SearchQuery, refresh = false) =>
  request('GET', path, { query: { ...fields(query), refresh: refresh || null }, attempt })

/** Where a search tells what its airlines answer, and the first `limit` offers; sent without headers. */
export function streamUrl(criteria: SearchCriteria, limit: number) {
  const query: Query<'GET', '/api/flights/search/stream'> = { ...searchRequest(criteria), limit }
  return withBrand(withQuery(apiPath('/api/flights/search/stream'), query))
}

/** The same search by POST: both verbs answer alike. */
export const postFlights = (query: SearchQuery) => request('POST', path, { body: fields(query), attempt })
