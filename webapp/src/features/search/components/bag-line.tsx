'use client'
import { AppLink } from '@/components/ui/app-link'
import type { BagPrice, Offer, Price } from '@/lib/api/types'
import { areSameSums, otherFareInWords, sumInWords, sumsWithBags } from '@/lib/bag-price'
import type { OtherFare } from '@/lib/bag-sums'
import { noteChosenAt } from '@/lib/shown-prices'
import * as words from '@/messages/search/bags'
import { noteOpened } from '../hooks/use-opened-offer-focus'
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

function ownInWords(bag: CardBag, offer: Offer) {
  if (bag === 'asked') return words.asked
  return bag === 'unknown' ? words.unknown : priceInWords(bag, offer)
}

interface OtherProps {
  /** The offer beside which it stands. */
  offer: Offer
  other: OtherFare
  href: string
}

/** Leads to a fare of the same flights that costs less with a bag. */
function OtherFareLink({ offer, other, href }: OtherProps) {
  const note = () => noteChosenAt(other.offerId, other.price)
  return (
    <AppLink
      href={href}
      prefetch={false}
      scroll={false}
      // A press of any button: the flight may be opened in another tab too.
      onPointerDown={note}
      onClick={() => {
        note()
        noteOpened(other.offerId)
      }}
    >
      {otherFareInWords(other, offer)}
    </AppLink>
  )
}

interface BagLineProps {
  offer: Offer
  /** What is said of its own fare; null where that includes a bag. */
  bag: CardBag | null
  /** Another fare of the same flights that costs less with a bag. */
  cheaper: OtherFare | null
  cheaperHref: string
}

/**
 * What a checked bag makes of a card's price: "$788 with a bag ($638 + $150)". Says so where the fare has changed, and
 * leads to another fare of the same flights that costs less with one, as far as is known.
 */
export function BagLine({ offer, bag, cheaper, cheaperHref }: BagLineProps) {
  const own = bag && ownInWords(bag, offer)
  if (!cheaper) return own
  return (
    <>
      <OtherFareLink offer={offer} other={cheaper} href={cheaperHref} />
      {own && <small>{words.thisFare({ price: own })}</small>}
    </>
  )
}
