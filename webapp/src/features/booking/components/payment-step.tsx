'use client'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardAmount } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { Row, Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { notify } from '@/components/ui/toast/notify'
import { today } from '@/lib/dates'
import { formatTotal } from '@/lib/money'
import type { Booking } from '../hooks/use-booking'
import type { Phase } from '../hooks/use-payment'
import { type CardFields, type CardProblem, cardProblems, emptyCard } from '../lib/card'
import { BeforeYouPay } from './before-you-pay'
import { CardFieldset, cardFieldId } from './card-fieldset'
import { OfferNotice } from './offer-notice'
import { PaymentFailure } from './payment-failure'
import { StepActions } from './step-actions'
import { NoCards, TestNotice } from './test-notice'

const FORM = 'payment-form'

const busyWords: Record<Phase, string | null> = {
  idle: null,
  checking: 'Checking the offer…',
  paying: 'Processing your card…',
  booking: 'Booking with the airline…',
}

function usePaymentForm({ payment, holderName, setHolderName }: Booking) {
  const [card, setCard] = useState<CardFields>({ ...emptyCard, holderName })
  const [problems, setProblems] = useState<CardProblem[]>([])
  const { failure } = payment
  const isRefused = failure?.kind === 'payment'
  const isIdle = payment.phase === 'idle'

  useEffect(() => {
    if (isRefused) setCard((last) => ({ ...emptyCard, holderName: last.holderName }))
  }, [isRefused])

  // The fields are open again only once the attempt has ended.
  const [firstProblem] = problems
  const wanted = firstProblem?.field ?? (isRefused ? 'number' : null)
  useEffect(() => {
    if (wanted && isIdle) document.getElementById(cardFieldId(wanted))?.focus()
  }, [wanted, isIdle])

  const validate = () => {
    const found = cardProblems(card, today())
    setProblems(found)
    const [first] = found
    if (first) void notify({ type: 'error', title: first.title, description: first.message })
    return first === undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void payment.pay(card, validate)
  }
  const change = (next: CardFields) => {
    setCard(next)
    setHolderName(next.holderName)
    setProblems([])
  }
  return { card, change, problems, submit }
}

export function PaymentStep({ booking }: { booking: Booking }) {
  const { payment, offer, total } = booking
  const { card, change, problems, submit } = usePaymentForm(booking)
  const { mode, phase, failure } = payment
  const sum = formatTotal(total, offer.price.currency)
  const takesCards = mode.mode === 'test' || mode.liveCards
  // Still going on, or over for good: nothing is to be paid here.
  const isClosed = failure?.kind === 'unanswered' || failure?.kind === 'refused'
  const busy = busyWords[phase]
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
        {takesCards ? (
          <>
            {mode.mode === 'test' && <TestNotice />}
            <Card>
              <CardFieldset card={card} problems={problems} isDisabled={busy !== null || isClosed} onChange={change} />
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
              Encrypted on its way to our card provider. We never store your card number.
            </Row>
            <BeforeYouPay offer={offer} />
          </>
        ) : (
          <NoCards />
        )}
        <Text srOnly role="status">
          {busy}
        </Text>
        <Actions booking={booking} busy={busy} sum={sum} canPay={takesCards && !isClosed} />
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
}

function Actions({ booking, busy, sum, canPay }: ActionsProps) {
  const back = (
    <Button variant="ghost" disabled={busy !== null} onClick={() => booking.go('seats')}>
      <Icon name="arrow-left" size="sm" />
      Back to Seat Selection
    </Button>
  )
  if (!canPay) return <Row>{back}</Row>
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
      shortNext={busy ? 'Please wait…' : 'Pay now'}
      isBusy={busy !== null}
    >
      {back}
    </StepActions>
  )
}
