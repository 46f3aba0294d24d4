import { routes } from '@/lib/routes'
import { writeAddress } from '@/lib/write-address'

/**
 * Puts an offer into the address of the page as it stands: it takes the place of the one before, which is why Back
 * leads to the results, and neither scroll position nor focus are lost, as the router would.
 */
export function showOffer(offerId: string) {
  writeAddress(routes.flight(''), routes.flight(offerId) + window.location.search)
}
