import { type SearchCriteria, searchParams } from '@/lib/criteria'
import { routes, withQuery } from '@/lib/routes'
import type { Dates } from './cells'

/** The same search on other dates. */
export const withDates = (criteria: SearchCriteria, { departureDate, returnDate }: Dates): SearchCriteria => ({
  ...criteria,
  departureDate,
  returnDate,
})

/** What stays of the list on other dates: its order, and prices with a bag. */
const kept = ['sort', 'bag'] as const

/** Its results, looked at as those of this page, where these prices stay open. */
export function datesHref(criteria: SearchCriteria, dates: Dates) {
  const here = new URLSearchParams(window.location.search)
  const view = Object.fromEntries(kept.map((name) => [name, here.get(name)]))
  return withQuery(routes.search, { ...searchParams(withDates(criteria, dates)), ...view, dates: 1 })
}
