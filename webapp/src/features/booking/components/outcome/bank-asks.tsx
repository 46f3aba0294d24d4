import { useEffect, useId, useRef } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Row, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { reveal } from '@/lib/reveal'
import { useAbandoning } from '../../hooks/use-abandoning'
import { BookingFrame } from '../booking-frame'

interface Props {
  bookingId: string
  url: string
  /** The cardholder comes from there: their answer is on its way to us, unless they gave none. */
  isBack: boolean
  /** It takes the place of the payment that was sent, and its way on that of the pressed button. */
  isSequel: boolean
  /** The traveller has stopped this payment. */
  onStopped: () => void
}

/**
 * A booking that waits for the cardholder's answer to their bank (3-D Secure). They go there once they have read this:
 * no timer takes the page away. The way there stays open, and one out.
 */
export function BankAsks({ bookingId, url, isBack, isSequel, onStopped }: Props) {
  const { abandon, isStopping, isUnheard } = useAbandoning(bookingId, onStopped)
  const way = useRef<HTMLAnchorElement>(null)
  const words = useId()
  useEffect(() => {
    if (isSequel) reveal(way.current)
  }, [isSequel])
  return (
    <BookingFrame step={2}>
      <Card maxW="40rem" mx="auto" px={{ base: '5', md: '10' }} py="10" textAlign="center" role="status">
        <h1>{isBack ? 'We’re checking with your bank' : 'Confirm this payment with your bank'}</h1>
        <Text id={words} mt="3" color="fg.muted">
          {isBack
            ? 'This takes a few seconds. If you haven’t answered your bank yet, go back to it.'
            : 'You’ll come back here when you’re done. You aren’t charged until you agree.'}
        </Text>
        <Row mt="6" justifyContent="center" flexWrap="wrap">
          <ButtonLink ref={way} href={url} size="lg" variant={isBack ? 'outline' : undefined} aria-describedby={words}>
            Continue to your bank
          </ButtonLink>
          <BusyButton variant="ghost" size="lg" isBusy={isStopping} onClick={abandon}>
            {isStopping ? 'Stopping this payment…' : 'Use another card'}
          </BusyButton>
        </Row>
        {isUnheard && (
          <Notice tone="warning" mt="4" textAlign="start" role="alert">
            We couldn’t reach our service, so this payment still waits for your bank. Please try again.
          </Notice>
        )}
        <Text mt="6" textStyle="sm" color="fg.muted">
          You have 15 minutes. If you don’t confirm, we’ll cancel the booking and you won’t be charged. We’ll keep your
          details for another try, except passport and card.
        </Text>
      </Card>
    </BookingFrame>
  )
}
