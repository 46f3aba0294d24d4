/** Every path of the site, once. */
export const routes = {
  home: '/',
  search: '/search',
  flight: (offerId: string) => `/flight/${offerId}`,
  booking: '/booking',
  myTrips: '/my-trips',
  trip: '/trip',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
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

/** A place on this site to go to after signing in; anything else is refused. */
export function safeRedirect(target: string | null | undefined, fallback: string = routes.home) {
  if (!target?.startsWith('/') || /^\/[/\\]/.test(target)) return fallback
  try {
    const url = new URL(target, 'http://same.invalid')
    return url.origin === 'http://same.invalid' ? url.pathname + url.search + url.hash : fallback
  } catch {
    return fallback
  }
}
