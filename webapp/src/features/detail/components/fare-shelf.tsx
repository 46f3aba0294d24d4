'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useState } from 'react'
import { AirlineWait } from '@/components/offer/airline-wait'
import { FareTerms } from '@/components/offer/fare-terms'
import { BusyButton } from '@/components/ui/busy-button'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Hidden, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { useFares } from '@/lib/api/offers'
import type { Fare, Offer } from '@/lib/api/types'
import { bagCounts } from '@/lib/flights'
import { formatDifference, formatPrice } from '@/lib/money'
import { atShownPrice, useShownPrices } from '@/lib/shown-prices'
import { useRetry } from '@/lib/use-retry'
import * as words from '@/messages/detail'
import * as buttons from '@/messages/lib/buttons'
import * as failureWords from '@/messages/lib/failures'
import { useFareChoice } from '../hooks/use-fare-choice'
import { FareSkeleton, Shelf } from './fare-skeleton'

const Head = chakra('div', {
  base: { px: { base: '4', md: '6' }, py: '5', borderBottom: '1px solid {colors.line}' },
})

/** The fares of the same flights side by side. Where there is nothing to choose from there is no shelf. */
export function FareShelf({ offer }: { offer: Offer }) {
  const { data: fares, error, mutate } = useFares(offer.id)
  const { isTrying, retry } = useRetry(mutate)
  if (error && !fares) return <Unknown isTrying={isTrying} onRetry={retry} />
  if (fares && fares.length < 2) return null
  return (
    <Card as="section" aria-label={words.chooseFare} overflow="hidden" aria-busy={!fares}>
      <Head>
        <CardTitle>{words.chooseFare}</CardTitle>
        <Text textStyle="sm" color="fg.muted">
          {words.sameFlights}
        </Text>
      </Head>
      {fares ? <Fares fares={fares} offer={offer} /> : <FareSkeleton />}
    </Card>
  )
}

function Unknown({ isTrying, onRetry }: { isTrying: boolean; onRetry: () => void }) {
  return (
    <Text textStyle="sm" color="fg.muted" role="status">
      {words.faresUnknown}{' '}
      <BusyButton variant="link" minH="0" onClick={onRetry} isBusy={isTrying}>
        {isTrying ? failureWords.trying : failureWords.tryAgain}
      </BusyButton>
    </Text>
  )
}

function Fares({ fares, offer }: { fares: readonly Fare[]; offer: Offer }) {
  const { choose, retry, opening, failed } = useFareChoice(fares)
  const [hasChosen, setChosen] = useState(false)
  const prices = useShownPrices()
  const group = useId()
  const chosen = opening ?? offer.id
  const isOpening = opening !== null && opening !== offer.id
  // The shelf is of the search; a fare that was opened since has told its price anew.
  const latest = (fare: Fare) =>
    fare.offer_id === offer.id ? { ...fare, price: offer.price } : atShownPrice(fare, prices)
  return (
    <>
      <Shelf role="radiogroup" aria-label={words.fare}>
        {fares.map(latest).map((fare) => (
          <FareColumn
            key={fare.offer_id}
            fare={fare}
            base={offer.price}
            group={group}
            isChosen={fare.offer_id === chosen}
            isOpening={fare.offer_id === opening && opening !== offer.id}
            onChoose={() => {
              setChosen(true)
              choose(fare)
            }}
          />
        ))}
      </Shelf>
      <Hidden role="status">{isOpening ? words.openingFare : hasChosen && !failed && newTotal(fares, offer)}</Hidden>
      {isOpening && <AirlineWait key={opening} px="4" pb="3" textStyle="sm" />}
      {failed && (
        <Notice tone="warning" role="alert" m="4">
          {words.fareNotOpened}{' '}
          <Button variant="link" minH="0" onClick={() => void retry(failed)}>
            {failureWords.tryAgain}
          </Button>
        </Notice>
      )}
    </>
  )
}

/** What a reader hears once another fare has taken the place of the one before: the price stands elsewhere on the page. */
function newTotal(fares: readonly Fare[], { id, price }: Offer) {
  const fare = fares.find(({ offer_id }) => offer_id === id)?.fare_brand_name ?? words.standardFare
  return words.fareOpened({ fare, total: formatPrice(price.amount, price.currency) })
}

interface ColumnProps {
  fare: Fare
  /** What the offer shown costs. */
  base: Offer['price']
  group: string
  isChosen: boolean
  isOpening: boolean
  onChoose: () => void
}

function FareColumn({ fare, base, group, isChosen, isOpening, onChoose }: ColumnProps) {
  const id = useId()
  const difference = formatDifference(fare.price, base)
  return (
    <label>
      <input
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={`${id}-name ${id}-price`}
        aria-describedby={`${id}-terms`}
      />
      <b id={`${id}-name`} className="name">
        {fare.fare_brand_name ?? words.standardFare}
      </b>
      <span id={`${id}-price`} className="price">
        {formatPrice(fare.price.amount, fare.price.currency)}
        <small>{isOpening ? buttons.opening : isChosen ? words.selected : difference}</small>
      </span>
      <FareTerms id={`${id}-terms`} bags={bagCounts(fare.baggages)} conditions={fare.conditions} />
    </label>
  )
}
