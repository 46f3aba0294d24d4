import { useEffect, useId, useRef } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Row, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { reveal } from '@/lib/reveal'
import * as words from '@/messages/booking/outcome'
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
  const explanation = useId()
  useEffect(() => {
    if (isSequel) reveal(way.current)
  }, [isSequel])
  return (
    <BookingFrame step={2}>
      <Card maxW="40rem" mx="auto" px={{ base: '5', md: '10' }} py="10" textAlign="center" role="status">
        <h1>{isBack ? words.bankBackTitle : words.bankTitle}</h1>
        <Text id={explanation} mt="3" color="fg.muted">
          {isBack ? words.bankBackWords : words.bankWords}
        </Text>
        <Row mt="6" justifyContent="center" flexWrap="wrap">
          <ButtonLink
            ref={way}
            href={url}
            size="lg"
            variant={isBack ? 'outline' : undefined}
            aria-describedby={explanation}
          >
            {words.toBank}
          </ButtonLink>
          <BusyButton variant="ghost" size="lg" isBusy={isStopping} onClick={abandon}>
            {isStopping ? words.stopping : words.anotherCard}
          </BusyButton>
        </Row>
        {isUnheard && (
          <Notice tone="warning" mt="4" textAlign="start" role="alert">
            {words.stopFailed}
          </Notice>
        )}
        <Text mt="6" textStyle="sm" color="fg.muted">
          {words.bankLimit}
        </Text>
      </Card>
    </BookingFrame>
  )
}
