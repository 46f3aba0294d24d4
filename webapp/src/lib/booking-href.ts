import { routes, withQuery } from './routes'
import { carriedOn } from './search-return'

const partyNames = ['adults', 'children', 'infants'] as const

/** Of the address of a booking what stays when it is left and come back to: who travels, and the search before it. */
export const searchCarried = (params: URLSearchParams) =>
  withQuery('', {
    ...Object.fromEntries(partyNames.map((name) => [name, params.get(name)])),
    ...carriedOn(params),
  }).slice(1)

/** The page on which an offer is booked. `search` as `searchCarried` gives it. */
export const bookingHref = (offerId: string, search: string) =>
  withQuery(withQuery(routes.booking, { offer: offerId }), new URLSearchParams(search))

/** The same at its last step, as far as everything before it is at hand. */
export const payingHref = (offerId: string, search: string) =>
  withQuery(bookingHref(offerId, search), { step: 'payment' })
