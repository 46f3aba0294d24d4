import type { Amount } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { formatPrice } from '@/lib/money'
import * as words from '@/messages/watch/dialog'

/** What a page knows of prices, for the whole party. */
export interface PagePrices {
  /** The lowest of the search; null until that is known. */
  lowest?: Amount | null
  /** That of the one flight which the page is about. */
  flight?: Amount
}

const written = ({ amount, currency }: Amount) => formatPrice(amount, currency)

/** Which price is watched, with today's where the page knows one. */
export function watchedInWords({ adults, children, infants }: SearchCriteria, { lowest, flight }: PagePrices) {
  const count = adults + children + infants
  if (flight) return words.lowestOfDates({ price: written(flight), count })
  return lowest ? words.lowestToday({ price: written(lowest), count }) : words.lowest({ count })
}
