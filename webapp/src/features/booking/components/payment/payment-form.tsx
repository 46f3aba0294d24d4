'use client'
import { useSearchParams } from 'next/navigation'
import type { FormEvent, ReactNode } from 'react'
import { AirlineWait } from '@/components/offer/airline-wait'
import { Button } from '@/components/ui/button'
import { Card, CardAmount } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { Box, Row, Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import { bookingHref, searchCarried } from '@/lib/booking-href'
import { formatTotal } from '@/lib/money'
import * as words from '@/messages/booking/payment'
import { usePaymentStep, useSeatsStep, useTrip } from '../../hooks/booking-contexts'
import type { Phase } from '../../hooks/use-payment'
import { OfferNotice } from '../offer-notice'
import { SeatGaps } from '../seats/seat-gaps'
import { StepActions } from '../step-actions'
import { Waiting } from '../waiting'
import { AcceptedCards } from './accepted-cards'
import { Agreement } from './agreement'
import { BeforeYouPay } from './before-you-pay'
import { PaymentFailure } from './payment-failure'
import { StillAsking } from './still-asking'
import { NoCards, TestNotice } from './test-notice'
import { WhoTravels } from './who-travels'

const FORM = 'payment-form'

const busyWords: Record<Phase, string | null> = {
  idle: null,
  checking: words.checkingOffer,
  paying: words.processingCard,
  working: words.checkingRobot,
  booking: words.bookingNow,
}

export const isLocked = ({ isHeld, isClosed }: { isHeld: boolean; isClosed: boolean }) => isHeld || isClosed

interface Props {
  /** The fields a card is typed into, and what their form does; without them no card is taken here. */
  fields?: ReactNode
  /** Absent while the card's fields are not there yet. */
  onPay?: () => void
  /** Who sees the card's number. */
  promise?: string
}

/** The payment step around the card's fields: ours, or the card provider's. */
export function PaymentForm({ fields, onPay, promise }: Props) {
  const { offer, total } = useTrip()
  const { hasSkippedMaps } = useSeatsStep()
  const { mode, phase, failure, isLate, isClosed, isHalted, areSeatsComing } = usePaymentStep()
  const sum = formatTotal(total, offer.price.currency)
  const busy = busyWords[phase]
  // What is asked for again says so itself, and what was refused is paid for nowhere: no dead form stands under either.
  const canPay = fields !== undefined && (!isClosed || (busy !== null && failure === null))
  const isWaiting = !onPay || isHalted || areSeatsComing
  const failed = failure && <PaymentFailure failure={failure} />
  // The number takes the focus: why it is asked for again stands beside it.
  const isCards = fields !== undefined && canPay && failure?.kind === 'payment'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy !== null || isWaiting) return
    focusPay()
    onPay()
  }
  return (
    <form id={FORM} onSubmit={submit} noValidate aria-busy={busy !== null}>
      {isLate && <Late />}
      {/* What was typed stays: the answer may be that the card is asked for again. */}
      <div hidden={isLate}>
        <Stack gap="6">
          <div>
            <h1>{words.title}</h1>
            {canPay && (
              <Text color="fg.muted" mt="1">
                {words.intro}
              </Text>
            )}
          </div>
          <OfferNotice />
          {hasSkippedMaps && <Notice>{words.seatsUnavailable({ strong })}</Notice>}
          {!isCards && failed}
          <WhoTravels />
          <SeatGaps />
          {fields ? (
            <div hidden={!canPay}>
              <Stack gap="6">
                {mode.mode === 'test' && <TestNotice />}
                {isCards && failed}
                <Card>
                  <AcceptedCards />
                  {fields}
                  <Sum sum={sum} currency={offer.price.currency} />
                </Card>
                <Row gap="2" textStyle="xs" color="fg.muted" css={{ '& svg': { color: 'link' } }}>
                  <Icon name="lock" />
                  {promise}
                </Row>
                <BeforeYouPay offer={offer} />
                <Agreement />
              </Stack>
            </div>
          ) : (
            <NoCards />
          )}
          <Text srOnly role="status">
            {busy}
          </Text>
          {phase === 'checking' && <AirlineWait comesIntoSight minH="6" />}
          {phase === 'working' && <Notice>{words.robotCheck}</Notice>}
          {!isLate && <StillAsking />}
          {/* The bar of phones takes room on the page even where it is hidden. */}
          {!isLate && <Actions busy={busy} sum={sum} canPay={canPay} isWaiting={isWaiting} />}
        </Stack>
      </div>
    </form>
  )
}

const Sum = ({ sum, currency }: { sum: string; currency: string }) => (
  <CardAmount>
    <div>
      <strong>{words.sumTitle}</strong>
      <Text textStyle="xs" color="fg.muted">
        {words.sumNote({ currency })}
      </Text>
    </div>
    <Text textStyle="price" color="ink">
      {sum}
    </Text>
  </CardAmount>
)

/** In the place of the form while the airline takes its time. The request that was sent goes on. */
function Late() {
  const { offer, passengers } = useTrip()
  const search = searchCarried(new URLSearchParams(useSearchParams()))
  return (
    <Waiting
      href={bookingHref(offer.id, search)}
      email={passengers?.[0]?.email}
      connection={
        <Box mt="6" textAlign="start">
          <StillAsking />
        </Box>
      }
      heading={showHeading}
    />
  )
}

/** The card's fields close while it is paid, and would lose the focus of a traveler who pressed Enter in them. */
function focusPay() {
  if (document.activeElement?.matches('[type=submit]')) return
  // One of the two is shown; what is hidden takes no focus.
  for (const button of document.querySelectorAll<HTMLElement>(`[type=submit][form=${FORM}]`)) {
    button.focus({ preventScroll: true })
  }
}

/** It comes in the place of the button that was pressed, and of its focus. */
function showHeading(element: HTMLElement | null) {
  if (!element) return
  element.focus({ preventScroll: true })
  window.scrollTo({ top: 0, behavior: 'instant' })
}

interface ActionsProps {
  /** What is going on; null when the form may be sent. */
  busy: string | null
  sum: string
  canPay: boolean
  isWaiting: boolean
}

function Actions({ busy, sum, canPay, isWaiting }: ActionsProps) {
  const { go } = useTrip()
  const { isHeld } = usePaymentStep()
  const back = (
    <Button variant="ghost" disabled={isHeld} onClick={() => go('seats')}>
      <Icon name="arrow-left" size="sm" />
      {words.backToSeats}
    </Button>
  )
  if (!canPay) return isHeld ? null : <Row>{back}</Row>
  const next = busy ?? (
    <>
      <Icon name="lock" size="sm" />
      {words.pay({ sum })}
    </>
  )
  return (
    <StepActions
      form={FORM}
      next={next}
      shortNext={busy ? words.pleaseWait : words.pay({ sum })}
      isBusy={busy !== null || isWaiting}
    >
      {back}
    </StepActions>
  )
}
