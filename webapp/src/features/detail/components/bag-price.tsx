'use client'
import { Text } from '@/components/ui/layout'
import type { Offer, BagPrice as Price } from '@/lib/api/types'
import { sumsWithBags } from '@/lib/bag-price'
import { cheapestBag } from '@/lib/bags'
import { includedBags } from '@/lib/flights'
import { formatTotal } from '@/lib/money'
import * as words from '@/messages/detail'
import { useBagPrice } from '../hooks/use-bag-price'

/** What a checked bag costs beside the fare, for one and for all; else that it is included, or not sold here. */
export function BagPrice({ offer }: { offer: Offer }) {
  const isIncluded = (includedBags(offer.slices).checked ?? 0) > 0
  const bag = cheapestBag(offer)
  const from = isIncluded ? words.anotherBagFrom : words.bagFrom
  return (
    <Text as="div" textStyle="xs" color="fg.muted">
      {isIncluded && <p>{includedInWords(offer)}</p>}
      {bag && <p>{from({ span: bag.span, price: formatTotal(bag.price.amount, bag.price.currency) })}</p>}
      {!bag && !isIncluded && <p>{words.noBagSold}</p>}
      {bag && !isIncluded && <TotalWithBags key={offer.id} offer={offer} />}
    </Text>
  )
}

const includedInWords = ({ passengers }: Offer) =>
  words.bagIncluded({ travelers: passengers.filter(({ type }) => type !== 'infant_without_seat').length })

/** What all passengers pay with a bag each. It is asked for once the page stands: its place is kept. */
function TotalWithBags({ offer }: { offer: Offer }) {
  const { data, isLoading } = useBagPrice(offer.id)
  return (
    <Text as="p" minH="2lh" color="fg">
      {isLoading ? words.withBagAsked : totalInWords(data, offer)}
    </Text>
  )
}

const withoutSum: Record<Price['state'], string> = {
  known: words.withBagUnknown,
  unknown: words.withBagUnknown,
  none: words.withBagNone,
  gone: words.withBagGone,
}

function totalInWords(price: Price | undefined, offer: Offer) {
  if (!price) return words.withBagUnknown
  if (price.included) return includedInWords(offer)
  const known = sumsWithBags(price, offer)
  if (!known) return withoutSum[price.state]
  return known.isPriceShown ? words.withBag(known.sums) : words.withBagNow(known.sums)
}
