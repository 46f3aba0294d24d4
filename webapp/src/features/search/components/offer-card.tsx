'use client'
import dynamic from 'next/dynamic'
import { memo } from 'react'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { Offer, Slice } from '@/lib/api/types'
import type { OtherFare } from '@/lib/bag-sums'
import { formatTime } from '@/lib/dates'
import { againstTypical, emissionsInWords } from '@/lib/emissions'
import { airlineLabel, bagLines } from '@/lib/flight-words'
import { fareNames, firstSegment, inbound, includedBags, marketingCarriers, outbound } from '@/lib/flights'
import { fareParts, formatPrice, shareInWords } from '@/lib/money'
import { orNothing } from '@/lib/or-nothing'
import { otherAirports } from '@/lib/other-airports'
import { noteChosenAt } from '@/lib/shown-prices'
import * as lists from '@/messages/lib/lists'
import * as words from '@/messages/search/offer'
import { noteOpened } from '../hooks/use-opened-offer-focus'
import type { CardBag } from '../lib/bag-prices'
import { CardTools, type CardToolsProps } from './card-tools'
import { SliceRow } from './slice-row'

/** Where it can't be fetched the card has its price without a bag alone. */
const BagLine = dynamic(() => orNothing(import('./bag-line').then((module) => module.BagLine)), { ssr: false })

function Bags({ slices }: { slices: readonly Slice[] }) {
  const bags = includedBags(slices)
  const isSilent = bags.carry_on === null && bags.checked === null
  return (
    <ul className="bags" aria-label={words.bagsLabel}>
      {isSilent ? (
        <li>
          <Icon name="bag-checked" size="sm" />
          {words.bagsUnknown}
        </li>
      ) : (
        bagLines(bags).map(({ kind, words: included }) => (
          <li key={kind}>
            <Icon name={`bag-${kind}`} size="sm" />
            {included}
          </li>
        ))
      )}
    </ul>
  )
}

/** What one of several pays. A child's fare is another one than an adult's, and offers have one price for all. */
function shareOf({ price, passengers }: Offer) {
  const isSame = passengers.every(({ type }) => type === 'adult')
  return shareInWords(price, passengers.length, isSame ? undefined : words.eachOnAverage)
}

/** What is typical is known once all airlines have answered. Its words have their room before: no card moves then. */
function Emissions({ kg, typical }: { kg: number | null; typical: number | null }) {
  const comparison = kg !== null && againstTypical(kg, typical)
  return (
    <span>
      {emissionsInWords(kg)}
      {comparison ? lists.separator : ' '}
      {kg !== null && <span className="typical">{comparison}</span>}
    </span>
  )
}

function Terms({ offer, typical }: { offer: Offer; typical: number | null }) {
  const fare = outbound(offer)?.fare_brand_name
  const isMixed = marketingCarriers(offer.slices).length > 1
  return (
    <div className="terms">
      {offer.conditions.refundable && (
        <Badge variant="success">
          <Icon name="check" />
          {words.refundable}
        </Badge>
      )}
      {otherAirports(offer.slices).map((note) => (
        <Badge key={note} variant="warning" className="long">
          <Icon name="alert" />
          {note}
        </Badge>
      ))}
      {isMixed && <b>{airlineLabel(offer.slices)}</b>}
      {fare && (
        <Badge variant="outline" className="long">
          {fare}
        </Badge>
      )}
      <Bags slices={offer.slices} />
      <Emissions kg={offer.emissions_kg_per_traveller} typical={typical} />
    </div>
  )
}

/** What tells an offer from others that go out on the same flights: the way back and the fare. */
function differences({ slices }: Offer) {
  const back = slices[1] && firstSegment(slices[1])
  return [back && words.returnAt({ time: formatTime(back.departing_at) }), fareNames(slices)].filter(Boolean)
}

/** On the edge of the card, so that nothing moves when it is known what an offer is first in. */
function Titles({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null
  return (
    <ul className="titles" aria-label={words.titlesLabel}>
      {titles.map((title) => (
        <li key={title}>{title}</li>
      ))}
    </ul>
  )
}

const none: readonly string[] = []

interface Props extends Partial<CardToolsProps> {
  offer: Offer
  href: string
  /** Of its heading: an offer that is folded below another belongs to that one's. */
  level?: 2 | 3
  /** "Cheapest" and the like. */
  titles?: readonly string[]
  /** What a journey of the search typically emits; null where that is not known. */
  typical?: number | null
  /** What is said of a bag beside the price; null for a fare that includes one, and where nobody asks. */
  bag?: CardBag | null
  /** A fare of the same flights that costs less with a bag, and its page. */
  cheaper?: OtherFare | null
  cheaperHref?: string
}

/** One offer. Without an outbound slice that flies there is nothing to show. */
export const OfferCard = memo(function OfferCard(props: Props) {
  const { offer, href, level = 2, titles = none, typical = null } = props
  const { bag = null, cheaper = null, cheaperHref = href } = props
  const { isCompared = false, onCompare, hour = null, withBag = false } = props
  const tools = { isCompared, hour, withBag }
  const out = outbound(offer)
  const back = inbound(offer)
  if (!out || out.segments.length === 0) return null
  const price = formatPrice(offer.price.amount, offer.price.currency)
  const count = offer.passengers.length
  const flight = [airlineLabel(offer.slices), formatTime(firstSegment(out)?.departing_at)]
  const name = [...flight, price].join(lists.separator)
  const Heading = `h${level}` as const
  const note = () => noteChosenAt(offer.id, offer.price)
  return (
    <article className="offer" aria-label={name} data-offer={offer.id}>
      <div className="body">
        <Heading className="sr">{name}</Heading>
        <Titles titles={titles} />
        <SliceRow slice={out} direction={words.outboundLabel} />
        {back && back.segments.length > 0 && <SliceRow slice={back} direction={words.returnLabel} />}
        <Terms offer={offer} typical={typical} />
      </div>
      <div className="buy">
        <div>
          <div className="price">{price}</div>
          <div className="per">
            {words.total({ count })}
            <br />
            {count > 1 && (
              <>
                {shareOf(offer)}
                <br />
              </>
            )}
            {words.taxes({ amount: formatPrice(fareParts(offer.price).taxes, offer.price.currency) })}
          </div>
          {(bag ?? cheaper) && (
            <div className="bag">
              <BagLine offer={offer} bag={bag} cheaper={cheaper} cheaperHref={cheaperHref} />
            </div>
          )}
        </div>
        <ButtonLink
          href={href}
          prefetch={false}
          scroll={false}
          // A press of any button: the flight may be opened in another tab too.
          onPointerDown={note}
          onClick={() => {
            note()
            noteOpened(offer.id)
          }}
          aria-label={words.viewDetailsOf({ offer: [...flight, ...differences(offer), price].join(lists.separator) })}
        >
          {words.viewDetails}
        </ButtonLink>
      </div>
      {onCompare && <CardTools offer={offer} name={name} onCompare={onCompare} {...tools} />}
    </article>
  )
})
