'use client'
import { useSearchParams } from 'next/navigation'
import { type RefObject, useEffect, useRef } from 'react'
import { PriceChange } from '@/components/offer/price-change'
import { SuccessorWords, TakeSuccessor } from '@/components/offer/successor'
import { EarlierNotice, EarlierWords, SeeEarlier } from '@/components/trip/earlier-notice'
import { Button, ButtonLink } from '@/components/ui/button'
import { Row, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import { type EarlierTrip, useEarlierTrip } from '@/lib/api/use-earlier-trip'
import type { Successor } from '@/lib/api/use-successor'
import { EXPIRED, goneWords } from '@/lib/countdown'
import { differenceInWords, formatPrice } from '@/lib/money'
import { reveal } from '@/lib/reveal'
import { usePriceBefore } from '@/lib/shown-prices'
import { useOnline } from '@/lib/use-online'
import * as words from '@/messages/booking/offer'
import * as buttons from '@/messages/lib/buttons'
import { useOfferStatus, usePaymentStep, useTrip } from '../hooks/booking-contexts'
import type { ReplacedOffer } from '../lib/booking-events'
import { notSold } from '../lib/failure'
import { BagChanges, GivenBackBags } from './bag-changes'

/** What is wrong with the offer, in the page: the toast that also says it goes away. */
export function OfferNotice() {
  const { offer } = useTrip()
  const { isGone, isRefused, replaced } = useOfferStatus()
  const { failure } = usePaymentStep()
  const notice = useRef<HTMLDivElement>(null)
  const earlier = useEarlierTrip(offer.id, new URLSearchParams(useSearchParams()))
  const before = usePriceBefore('booking', offer)
  const news = useUrgentNews()
  useEffect(() => {
    if (news) reveal(notice.current)
  }, [news])

  if (isGone) return <Gone notice={notice} earlier={earlier} />
  if (isRefused) return <NotSold />
  return (
    <>
      {earlier && <EarlierNotice trip={earlier} />}
      {failure?.kind !== 'price' && <PriceChange before={before} price={offer.price} />}
      {replaced ? <Continued replaced={replaced} notice={notice} /> : <Doubt />}
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

/**
 * The page is about to change, has just done so, or could not do what was asked: that must be in sight, wherever the
 * traveler was. A traveler who is typing keeps the focus.
 */
function useUrgentNews() {
  const { expiry, replaced } = useOfferStatus()
  const { failure } = usePaymentStep()
  if (replaced) return 'goes on'
  return expiry.isLeaving || failure?.kind === 'expired' ? 'gone' : null
}

/** What pressing Pay has met is told by its own notice. */
function NotSold() {
  const { searchHref } = useTrip()
  const { verification } = useOfferStatus()
  const { failure } = usePaymentStep()
  if (failure?.kind === 'refused') return null
  const { title, message } = notSold(verification?.code ?? '')
  return (
    <Notice tone="error" role="alert">
      <strong>{title}</strong>
      <p>{message}</p>
      <ButtonLink href={searchHref} variant="outline" mt="3">
        {buttons.backToResults}
      </ButtonLink>
    </Notice>
  )
}

interface NoticeProps {
  notice: RefObject<HTMLDivElement | null>
}

interface GoneProps extends NoticeProps {
  earlier: EarlierTrip | null
}

function Gone({ notice, earlier }: GoneProps) {
  const { searchHref } = useTrip()
  const { expiry, successor } = useOfferStatus()
  // The button that was pressed goes.
  const stay = () => {
    expiry.stay()
    notice.current?.focus({ preventScroll: true })
  }
  return (
    <Notice
      ref={notice}
      tabIndex={-1}
      scrollMarginTop="6rem"
      tone={successor ? 'warning' : 'error'}
      role="alert"
      outline="none"
    >
      {earlier && (
        <Text mb="2">
          <EarlierWords trip={earlier} />
        </Text>
      )}
      {successor ? <Replaced successor={successor} /> : <Lost isLeaving={expiry.isLeaving} />}
      <Row mt="3" flexWrap="wrap">
        {earlier && <SeeEarlier trip={earlier} />}
        {successor && <TakeSuccessor successor={successor} variant={earlier ? 'outline' : undefined} />}
        {expiry.isLeaving && (
          <Button variant="secondary" onClick={stay}>
            {buttons.stayHere}
          </Button>
        )}
        <ButtonLink href={searchHref} variant="outline">
          {buttons.backToResults}
        </ButtonLink>
      </Row>
    </Notice>
  )
}

function Lost({ isLeaving }: { isLeaving: boolean }) {
  return (
    <>
      <strong>{EXPIRED}</strong>
      <p>{isLeaving ? words.leaving : words.detailsKept}</p>
    </>
  )
}

function Replaced({ successor }: { successor: Successor }) {
  const { offer, seats } = useTrip()
  const { expiresAt } = useOfferStatus()
  return (
    <>
      <strong>{goneWords(expiresAt)}</strong>
      <p>
        <SuccessorWords successor={successor} before={offer.price} />{' '}
        {seats.length > 0 ? words.allKeptButSeats : words.allKept}
      </p>
    </>
  )
}

/** After the offer's replacement has taken its place. */
function Continued({ replaced, notice }: NoticeProps & { replaced: ReplacedOffer }) {
  const { price: now } = useTrip().offer
  const difference = differenceInWords(now, replaced.before)
  const price = formatPrice(now.amount, now.currency)
  return (
    <Notice ref={notice} tabIndex={-1} scrollMarginTop="6rem" tone="success" role="status" outline="none">
      {difference ? words.continuedAtDifference({ price, difference, strong }) : words.continued({ price, strong })}
      {replaced.hasLostSeats && <p>{words.seatsLost}</p>}
    </Notice>
  )
}
