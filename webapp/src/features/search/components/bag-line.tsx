'use client'
import type { BagPrice, Offer, Price } from '@/lib/api/types'
import { formatTotal } from '@/lib/money'
import * as words from '@/messages/search/bags'
import type { CardBag } from '../lib/bag-prices'

const withoutSum = { known: words.unknown, unknown: words.unknown, none: words.none, gone: words.gone }

type Sum = Pick<Price, 'amount' | 'currency'>

const inWords = ({ amount, currency }: Sum) => formatTotal(amount, currency)
const areSame = (a: Sum, b: Sum) => inWords(a) === inWords(b)

function includedInWords(total: Sum | null, price: Sum) {
  return !total || areSame(total, price) ? words.included : words.includedNow({ total: inWords(total) })
}

function priceInWords({ state, included, fare, cheapest, total }: BagPrice, { passengers, price }: Offer) {
  if (included) return includedInWords(total, price)
  if (!fare || !cheapest || !total) return withoutSum[state]
  const travelers = passengers.filter(({ type }) => type !== 'infant_without_seat').length
  const sums = { travelers, total: inWords(total), fare: inWords(fare), bags: inWords(cheapest) }
  return areSame(fare, price) ? words.withBag(sums) : words.withBagNow(sums)
}

/** What a checked bag makes of a card's price: "$788 with a bag ($638 + $150)". Says so where the fare has changed. */
export function BagLine({ bag, offer }: { bag: CardBag; offer: Offer }) {
  if (bag === 'asked') return words.asked
  return bag === 'unknown' ? words.unknown : priceInWords(bag, offer)
}
