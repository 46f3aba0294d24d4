/** Every path of the site, once. */
export const routes = {
  home: '/',
  search: '/search',
  flight: (offerId: string) => `/flight/${offerId}`,
  booking: '/booking',
  myTrips: '/my-trips',
  trip: '/trip',
  watchedPrices: '/watched-prices',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  accountSettings: '/account-settings',
  adminSettings: '/admin-settings',
  brandManager: '/admin/brands',
  about: '/about',
  contact: '/contact',
  support: '/support',
  faq: '/faq',
  bookingPolicy: '/cancellation-policy',
  serviceFees: '/service-fees',
  postTicketingFees: '/post-ticketing-fees',
  privacy: '/privacy',
  privacyPolicy: '/privacy-policy',
  terms: '/terms',
  cookies: '/cookies',
  emissions: '/emissions',
  howWeSort: '/how-we-sort',
} as const

type Value = string | number | boolean | null | undefined

/** "/search" + { origin: "JFK", returnDate: undefined } -> "/search?origin=JFK" */
export function withQuery(path: string, query: Record<string, Value> | URLSearchParams) {
  const entries = query instanceof URLSearchParams ? [...query] : Object.entries(query)
  const params = new URLSearchParams(
    entries
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([k, v]) => [k, String(v)]),
  )
  const text = params.toString()
  if (!text) return path
  return `${path}${path.includes('?') ? '&' : '?'}${text}`
}

const SAME = 'http://same.invalid'
const FLIGHT = /^\/flight\/[\w-]+$/
const paths = new Set<string>(Object.values(routes).filter((path) => typeof path === 'string'))

/**
 * A page of this site to go to after signing in; anything else is refused. What the target resolves to is looked at, as
 * browsers read "/..//evil.example" and "/\t/evil.example" as other sites (OWASP, unvalidated redirects).
 */
export function safeRedirect(target: string | null | undefined, fallback: string = routes.home) {
  if (!target?.startsWith('/') || !URL.canParse(target, SAME)) return fallback
  const { origin, pathname, search, hash } = new URL(target, SAME)
  const isOurs = origin === SAME && (paths.has(pathname) || FLIGHT.test(pathname))
  return isOurs ? pathname + search + hash : fallback
}
