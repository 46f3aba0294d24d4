import { type SearchCriteria, searchParams } from '@/lib/criteria'
import { routes, withQuery } from '@/lib/routes'
import type { Dates } from './cells'

/** The same search on other dates. */
export const withDates = (criteria: SearchCriteria, { departureDate, returnDate }: Dates): SearchCriteria => ({
  ...criteria,
  departureDate,
  returnDate,
})

/** Its results, where these prices stay open. */
export const datesHref = (criteria: SearchCriteria, dates: Dates) =>
  withQuery(routes.search, { ...searchParams(withDates(criteria, dates)), dates: 1 })
