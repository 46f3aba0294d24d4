'use client'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { PriceChange } from '@/components/offer/price-change'
import { EarlierNotice } from '@/components/trip/earlier-notice'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import { useEarlierTrip } from '@/lib/api/use-earlier-trip'
import { usePriceBefore } from '@/lib/shown-prices'
import { useOnline } from '@/lib/use-online'
import * as words from '@/messages/booking/offer'
import { useOfferStatus, usePaymentStep, useTrip } from '../hooks/booking-contexts'
import { BagChanges, GivenBackBags } from './bag-changes'

/** Loads the notices of an offer that has ended. Called early, so that they show even where the page is offline by then. */
export const loadOfferNews = () => import('./offer-news')
const Gone = dynamic(() => loadOfferNews().then((module) => module.Gone), { ssr: false })
const NotSold = dynamic(() => loadOfferNews().then((module) => module.NotSold), { ssr: false })
const Continued = dynamic(() => loadOfferNews().then((module) => module.Continued), { ssr: false })

/** What is wrong with the offer, in the page: the toast that also says it goes away. */
export function OfferNotice() {
  const { offer } = useTrip()
  const { isGone, isRefused, replaced } = useOfferStatus()
  const { failure } = usePaymentStep()
  const earlier = useEarlierTrip(offer.id, new URLSearchParams(useSearchParams()))
  const before = usePriceBefore('booking', offer)

  if (isGone) return <Gone earlier={earlier} />
  if (isRefused) return <NotSold />
  return (
    <>
      {earlier && <EarlierNotice trip={earlier} />}
      {failure?.kind !== 'price' && <PriceChange before={before} price={offer.price} />}
      {replaced ? <Continued replaced={replaced} /> : <Doubt />}
      <GivenBackBags />
      <BagChanges />
    </>
  )
}

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
