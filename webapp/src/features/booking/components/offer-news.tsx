'use client'
import { useEffect, useRef } from 'react'
import { ReplacementWords, TakeReplacement } from '@/components/offer/replacement'
import { EarlierWords, SeeEarlier } from '@/components/trip/earlier-notice'
import { ButtonLink } from '@/components/ui/button'
import { Row, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import type { EarlierTrip } from '@/lib/api/use-earlier-trip'
import type { ReplacementOffer } from '@/lib/api/use-replacement'
import { EXPIRED, goneWords } from '@/lib/countdown'
import { differenceInWords, formatPrice } from '@/lib/money'
import { reveal } from '@/lib/reveal'
import * as offerWords from '@/messages/booking/offer'
import * as words from '@/messages/booking/offer-news'
import * as buttons from '@/messages/lib/buttons'
import { useOfferStatus, usePaymentStep, useTrip } from '../hooks/booking-contexts'
import type { ReplacedOffer } from '../lib/booking-events'
import { notSold } from '../lib/failure'
import { WaysOut } from './ways-out'

/** What pressing Pay has met is told by its own notice. */
export function NotSold() {
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

/**
 * The page is about to change, or could not do what was asked: that must be in sight, wherever the traveler was. A
 * traveler who is typing keeps the focus.
 */
function useUrgency() {
  const { expiry } = useOfferStatus()
  const { failure } = usePaymentStep()
  return expiry.isLeaving || failure?.kind === 'expired'
}

/** Takes the focus and comes into sight as soon as that is urgent. */
function useRevealed(isUrgent: boolean) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isUrgent) reveal(notice.current)
  }, [isUrgent])
  return notice
}

export function Gone({ earlier }: { earlier: EarlierTrip | null }) {
  const { expiry, replacement } = useOfferStatus()
  const notice = useRevealed(useUrgency())
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
      tone={replacement ? 'warning' : 'error'}
      role="alert"
      outline="none"
    >
      {earlier && (
        <Text mb="2">
          <EarlierWords trip={earlier} />
        </Text>
      )}
      {replacement ? <Replaced replacement={replacement} /> : <Lost isLeaving={expiry.isLeaving} />}
      <Row mt="3" flexWrap="wrap">
        {earlier && <SeeEarlier trip={earlier} />}
        {replacement && <TakeReplacement replacement={replacement} variant={earlier ? 'outline' : undefined} />}
        <WaysOut onStay={stay} />
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

function Replaced({ replacement }: { replacement: ReplacementOffer }) {
  const { offer, seats } = useTrip()
  const { expiresAt } = useOfferStatus()
  return (
    <>
      <strong>{goneWords(expiresAt)}</strong>
      <p>
        <ReplacementWords replacement={replacement} before={offer.price} />{' '}
        {seats.length > 0 ? words.allKeptButSeats : words.allKept}
      </p>
    </>
  )
}

/** After the offer's replacement has taken its place, wherever the traveler was on the page. */
export function Continued({ replaced }: { replaced: ReplacedOffer }) {
  const notice = useRevealed(true)
  const { price: now } = useTrip().offer
  const difference = differenceInWords(now, replaced.before)
  const price = formatPrice(now.amount, now.currency)
  return (
    <Notice ref={notice} tabIndex={-1} scrollMarginTop="6rem" tone="success" role="status" outline="none">
      {difference
        ? words.continuedAtDifference({ price, difference, strong })
        : offerWords.continued({ price, strong })}
      {replaced.hasLostSeats && <p>{words.seatsLost}</p>}
    </Notice>
  )
}
