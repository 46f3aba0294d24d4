'use client'
import type { FormEvent, ReactNode } from 'react'
import { AirlineWait } from '@/components/offer/airline-wait'
import { Button } from '@/components/ui/button'
import { Card, CardAmount } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { Row, Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { formatTotal } from '@/lib/money'
import type { Booking } from '../hooks/use-booking'
import type { Phase } from '../hooks/use-payment'
import { BeforeYouPay } from './before-you-pay'
import { OfferNotice } from './offer-notice'
import { PaymentFailure } from './payment-failure'
import { StepActions } from './step-actions'
import { StillAsking } from './still-asking'
import { NoCards, TestNotice } from './test-notice'

const FORM = 'payment-form'

const busyWords: Record<Phase, string | null> = {
  idle: null,
  checking: 'Checking the offer…',
  paying: 'Processing your card…',
  booking: 'Booking with the airline…',
}

export const isLocked = ({ isHeld, isClosed }: Booking['payment']) => isHeld || isClosed

interface Props {
  booking: Booking
  /** The fields a card is typed into, and what their form does; without them no card is taken here. */
  fields?: ReactNode
  /** Absent while the card's fields are not there yet. */
  onPay?: () => void
  /** Who sees the card's number. */
  promise?: string
}

/** The payment step around the card's fields, whoever they belong to. */
export function PaymentForm({ booking, fields, onPay, promise }: Props) {
  const { payment, offer, total } = booking
  const { mode, phase, failure } = payment
  const sum = formatTotal(total, offer.price.currency)
  const busy = busyWords[phase]
  // What is asked for again says so itself.
  const canPay = fields !== undefined && (!payment.isClosed || (busy !== null && failure === null))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onPay?.()
  }
  return (
    <form id={FORM} onSubmit={submit} noValidate aria-busy={busy !== null}>
      <Stack gap="6">
        <div>
          <h1>Pay by card</h1>
          <Text color="fg.muted" mt="1">
            We check the offer once more before your card is charged.
          </Text>
        </div>
        <OfferNotice booking={booking} />
        {booking.hasSkippedMaps && (
          <Notice>
            <strong>Seat Selection Unavailable.</strong> The airline gives seats at check-in.
          </Notice>
        )}
        {failure && <PaymentFailure booking={booking} failure={failure} />}
        {fields ? (
          <>
            {mode.mode === 'test' && <TestNotice />}
            <Card>
              {fields}
              <CardAmount>
                <div>
                  <strong>Charged today</strong>
                  <Text textStyle="xs" color="fg.muted">
                    One payment in {offer.price.currency}, nothing added later
                  </Text>
                </div>
                <Text textStyle="price" color="ink">
                  {sum}
                </Text>
              </CardAmount>
            </Card>
            <Row gap="2" textStyle="xs" color="fg.muted" css={{ '& svg': { color: 'link' } }}>
              <Icon name="lock" />
              {promise}
            </Row>
            <BeforeYouPay offer={offer} />
          </>
        ) : (
          <NoCards />
        )}
        <Text srOnly role="status">
          {busy}
        </Text>
        {phase === 'checking' && <AirlineWait comesIntoSight minH="6" />}
        <StillAsking phase={phase} isUnheard={payment.isUnheard} />
        <Actions
          booking={booking}
          busy={busy}
          sum={sum}
          canPay={canPay}
          isWaiting={!onPay || payment.isHalted || booking.areSeatsComing}
        />
      </Stack>
    </form>
  )
}

interface ActionsProps {
  booking: Booking
  /** What is going on; null when the form may be sent. */
  busy: string | null
  sum: string
  canPay: boolean
  isWaiting: boolean
}

function Actions({ booking, busy, sum, canPay, isWaiting }: ActionsProps) {
  const back = (
    <Button variant="ghost" disabled={booking.payment.isHeld} onClick={() => booking.go('seats')}>
      <Icon name="arrow-left" size="sm" />
      Back to Seat Selection
    </Button>
  )
  if (!canPay) return booking.payment.isHeld ? null : <Row>{back}</Row>
  const next = busy ?? (
    <>
      <Icon name="lock" size="sm" />
      Pay {sum}
    </>
  )
  return (
    <StepActions
      booking={booking}
      form={FORM}
      next={next}
      shortNext={busy ? 'Please wait…' : `Pay ${sum}`}
      isBusy={busy !== null || isWaiting}
    >
      {back}
    </StepActions>
  )
}
