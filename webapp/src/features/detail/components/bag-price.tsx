'use client'
import { AppLink } from '@/components/ui/app-link'
import { Text } from '@/components/ui/layout'
import type { Offer, BagPrice as Price } from '@/lib/api/types'
import { otherFareInWords, sumsWithBags } from '@/lib/bag-price'
import { includesBag } from '@/lib/bag-sums'
import { cheapestBag } from '@/lib/bags'
import { formatTotal } from '@/lib/money'
import { routes, withQuery } from '@/lib/routes'
import { carriedOn } from '@/lib/search-return'
import { noteChosenAt } from '@/lib/shown-prices'
import * as words from '@/messages/detail'
import { useBagPrice } from '../hooks/use-bag-price'
import { useCheaperFare } from '../hooks/use-cheaper-fare'

/** What a checked bag costs beside the fare, for one and for all; else that it is included, or not sold here. */
export function BagPrice({ offer }: { offer: Offer }) {
  const isIncluded = includesBag(offer)
  const bag = cheapestBag(offer)
  const from = isIncluded ? words.anotherBagFrom : words.bagFrom
  return (
    <Text as="div" textStyle="xs" color="fg.muted">
      {isIncluded && <p>{includedInWords(offer)}</p>}
      {bag && <p>{from({ span: bag.span, price: formatTotal(bag.price.amount, bag.price.currency) })}</p>}
      {!bag && !isIncluded && <p>{words.noBagSold}</p>}
      {bag && !isIncluded && <TotalWithBags key={offer.id} offer={offer} />}
      <CheaperFare key={`other ${offer.id}`} offer={offer} isBagSold={bag !== null} />
    </Text>
  )
}

/** Leads to another fare of the same flights that costs less with a bag each. */
function CheaperFare({ offer, isBagSold }: { offer: Offer; isBagSold: boolean }) {
  const cheaper = useCheaperFare(offer, isBagSold)
  if (!cheaper) return null
  const note = () => noteChosenAt(cheaper.offerId, cheaper.price)
  return (
    <p>
      <AppLink
        href={withQuery(routes.flight(cheaper.offerId), carriedOn(window.location.search))}
        prefetch={false}
        // A press of any button: the flight may be opened in another tab too.
        onPointerDown={note}
        onClick={note}
      >
        {otherFareInWords(cheaper, offer)}
      </AppLink>
    </p>
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
