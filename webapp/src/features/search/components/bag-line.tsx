'use client'
import type { BagPrice, Offer, Price } from '@/lib/api/types'
import { areSameSums, sumInWords, sumsWithBags } from '@/lib/bag-price'
import * as words from '@/messages/search/bags'
import type { CardBag } from '../lib/bag-prices'

const withoutSum = { known: words.unknown, unknown: words.unknown, none: words.none, gone: words.gone }

function includedInWords(total: BagPrice['total'], price: Price) {
  return !total || areSameSums(total, price) ? words.included : words.includedNow({ total: sumInWords(total) })
}

function priceInWords(bag: BagPrice, offer: Offer) {
  if (bag.included) return includedInWords(bag.total, offer.price)
  const known = sumsWithBags(bag, offer)
  if (!known) return withoutSum[bag.state]
  return known.isPriceShown ? words.withBag(known.sums) : words.withBagNow(known.sums)
}

/** What a checked bag makes of a card's price: "$788 with a bag ($638 + $150)". Says so where the fare has changed. */
export function BagLine({ bag, offer }: { bag: CardBag; offer: Offer }) {
  if (bag === 'asked') return words.asked
  return bag === 'unknown' ? words.unknown : priceInWords(bag, offer)
}
