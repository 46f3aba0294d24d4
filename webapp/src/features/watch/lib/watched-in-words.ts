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

/** Whole units of a currency: a smaller fall is not worth an e-mail. As svc-brand has it. */
const LEAST_FALL = '10'

/** Which falls count, in the currency of the page's prices where that is known. */
export function countedInWords({ lowest, flight }: PagePrices) {
  const currency = (flight ?? lowest)?.currency
  return currency ? words.whatCounts({ least: formatPrice(LEAST_FALL, currency) }) : words.whatCountsAnywhere
}
