import type { BagPrice, Offer } from '@/lib/api/types'
import { otherFareInWords } from '@/lib/bag-price'
import { includesBag, type OtherFare } from '@/lib/bag-sums'
import { cheapestBag } from '@/lib/bags'
import { bagsLabel } from '@/lib/flight-words'
import { includedBags } from '@/lib/flights'
import { formatExact, formatPrice, formatTotal } from '@/lib/money'
import * as words from '@/messages/search/compare'
import type { CardBag } from './bag-prices'

/** What is known of the bag of an offer that is compared. Of a fare that includes one nothing has to be asked. */
export type ComparedBag = CardBag | null

/** What is known of an offer with a bag. */
export interface PricedWithBag {
  bag?: ComparedBag
  /** Another fare of the same flights that costs less with a bag. */
  cheaper?: OtherFare | null
}

const inWords = ({ amount, currency }: { amount: string; currency: string }) => formatTotal(amount, currency)
const priceOf = ({ price: { amount, currency } }: Offer) => formatPrice(amount, currency)

/** The price without a bag, and what the airline states beside it. */
function withoutSum(offer: Offer) {
  const bag = cheapestBag(offer)
  if (!bag) return [priceOf(offer), bagsLabel(includedBags(offer.slices).checked, 'checked')]
  const each = formatExact(bag.price.amount, bag.price.currency)
  return [words.bagsFrom({ price: priceOf(offer), bag: each, span: bag.span })]
}

function told(offer: Offer, { state, included, fare, cheapest, total }: BagPrice) {
  if (included) return [total ? inWords(total) : priceOf(offer), words.bagIncluded]
  if (state === 'none') return [words.bagNotSold]
  if (state === 'gone') return [words.gone]
  if (!fare || !cheapest || !total) return withoutSum(offer)
  const travelers = offer.passengers.filter(({ type }) => type !== 'infant_without_seat').length
  const sums = { travelers, total: inWords(total), fare: inWords(fare), bags: inWords(cheapest) }
  return [inWords(fare) === inWords(offer.price) ? words.sumWithBag(sums) : words.sumWithBagNow(sums)]
}

/** What an offer costs with a checked bag, after the fare of its flights that costs less. */
export function bagInWords(offer: Offer, { bag = null, cheaper }: PricedWithBag): readonly string[] {
  const own = ownInWords(offer, bag)
  if (!cheaper || bag === 'asked') return own
  const [first = '', ...others] = own
  return [otherFareInWords(cheaper, offer), words.thisFare({ price: first }), ...others]
}

/** "$788 ($638 + $150)", as the server adds it up. */
function ownInWords(offer: Offer, bag: ComparedBag): readonly string[] {
  if (includesBag(offer)) return [priceOf(offer), words.bagIncluded]
  if (bag === 'asked') return [words.bagAsked]
  return bag === null || bag === 'unknown' ? withoutSum(offer) : told(offer, bag)
}

/** The sum that is told first, as a number; infinite where it is not known. */
export function sumWithBag(offer: Offer, { bag, cheaper }: PricedWithBag) {
  if (cheaper && bag !== 'asked') return Number(cheaper.sum.amount)
  if (includesBag(offer)) return Number(offer.price.amount)
  const total = typeof bag === 'object' ? bag?.total : null
  return total ? Number(total.amount) : Number.POSITIVE_INFINITY
}
