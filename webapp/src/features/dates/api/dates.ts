import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'
import { type SearchCriteria, searchRequest } from '@/lib/criteria'
import { withQuery } from '@/lib/routes'
import { withBrand } from '@/lib/use-navigate'

/** Days on either side of the chosen ones. */
const SPAN = 3

const fields = (criteria: SearchCriteria) => ({ ...searchRequest(criteria), span: SPAN })

export const datesKey = (criteria: SearchCriteria) => [apiPath('/api/flights/dates'), withQuery('', fields(criteria))]

/** What searches have seen of the dates around a trip. Sends no search. `isFresh`: more may be seen than a moment ago. */
export const fetchDates = (criteria: SearchCriteria, isFresh = false) =>
  request('GET', apiPath('/api/flights/dates'), {
    query: fields(criteria),
    isFresh,
    attempt: 'Unable to look at other dates:',
  })

/** Where empty days are looked up, the nearest first. To open it sends searches. */
export const lookUpUrl = (criteria: SearchCriteria) =>
  withBrand(withQuery(apiPath('/api/flights/dates/stream'), fields(criteria)))

export const graphKey = (criteria: SearchCriteria, stay: number | null) => [
  apiPath('/api/flights/graph'),
  withQuery('', { ...searchRequest(criteria), stay }),
]

/** The same of the departures around the chosen one, each with a return so many days later. Sends no search. */
export const fetchGraph = (criteria: SearchCriteria, stay: number | null, isFresh = false) =>
  request('GET', apiPath('/api/flights/graph'), {
    query: { ...searchRequest(criteria), stay },
    isFresh,
    attempt: 'Unable to look at the prices of other departures:',
  })
