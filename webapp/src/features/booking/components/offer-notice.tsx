'use client'
import { useSearchParams } from 'next/navigation'
import { PriceChange } from '@/components/offer/price-change'
import { EarlierNotice } from '@/components/trip/earlier-notice'
import { Row } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import type { Price } from '@/lib/api/types'
import { useEarlierTrip } from '@/lib/api/use-earlier-trip'
import { EXPIRED } from '@/lib/countdown'
import { latePart, useLatePart } from '@/lib/late-part'
import { formatPrice } from '@/lib/money'
import { usePriceBefore } from '@/lib/shown-prices'
import { useOnline } from '@/lib/use-online'
import * as words from '@/messages/booking/offer'
import { useOfferStatus, usePaymentStep, useTrip } from '../hooks/booking-contexts'
import { BagChanges, GivenBackBags } from './bag-changes'
import { WaysOut } from './ways-out'

/** The notices of an offer that has ended. They are fetched early, so that they show even where the page is offline by then. */
const offerNews = latePart(() => import('./offer-news'))

/** What is wrong with the offer, in the page: the toast that also says it goes away. */
export function OfferNotice() {
  const { offer } = useTrip()
  const { isGone, isRefused, replaced } = useOfferStatus()
  const { failure } = usePaymentStep()
  const earlier = useEarlierTrip(offer.id, new URLSearchParams(useSearchParams()))
  const before = usePriceBefore('booking', offer)
  const { here: news } = useLatePart(offerNews)

  if (isGone) return news ? <news.Gone earlier={earlier} /> : <Ended>{EXPIRED}</Ended>
  if (isRefused) {
    if (news) return <news.NotSold />
    return failure?.kind !== 'refused' && <Ended>{words.notSold}</Ended>
  }
  return (
    <>
      {earlier && <EarlierNotice trip={earlier} />}
      {failure?.kind !== 'price' && <PriceChange before={before} price={offer.price} />}
      {!replaced && <Doubt />}
      {replaced && (news ? <news.Continued replaced={replaced} /> : <Renewed price={offer.price} />)}
      <GivenBackBags />
      <BagChanges />
    </>
  )
}

/** What is said of an offer that has ended until the rest is here. */
function Ended({ children }: { children: string }) {
  return (
    <Notice tone="error" role="alert">
      <strong>{children}</strong>
      <Row mt="3" flexWrap="wrap">
        <WaysOut />
      </Row>
    </Notice>
  )
}

/** The same, of an offer that another one has taken the place of. */
const Renewed = ({ price: { amount, currency } }: { price: Price }) => (
  <Notice tone="success" role="status">
    {words.continued({ price: formatPrice(amount, currency), strong })}
  </Notice>
)

/** Nobody could say whether the offer stands. */
function Doubt() {
  const { verification } = useOfferStatus()
  const { mayBeOurs, failure } = usePaymentStep()
  if (!verification || verification.isValid || mayBeOurs || failure?.kind === 'offline') return null
  return <Unverified />
}

function Unverified() {
  const isOnline = useOnline()
  return (
    <Notice tone="warning" role="status">
      {isOnline ? words.unverified({ strong }) : words.unverifiedOffline({ strong })}
    </Notice>
  )
}
