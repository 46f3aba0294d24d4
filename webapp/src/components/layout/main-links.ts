import { routes } from '@/lib/routes'

/** The header's links, and the drawer's. */
export const mainLinks = [
  { href: routes.home, label: 'Flights' },
  { href: routes.myTrips, label: 'My Trips' },
  { href: routes.about, label: 'About' },
  { href: routes.support, label: 'Support' },
]

/** Guests have trips too. */
export const guestLinks = [{ href: routes.trip, label: 'Find My Booking' }]
