import { routes } from '@/lib/routes'
import * as words from '@/messages/components/layout'

/** The header's links, and the drawer's. */
export const mainLinks = [
  { href: routes.home, label: words.flights },
  { href: routes.myTrips, label: words.myTrips },
  { href: routes.about, label: words.about },
  { href: routes.support, label: words.support },
]

/** Guests have trips too. */
export const guestLinks = [{ href: routes.trip, label: words.findBooking }]
