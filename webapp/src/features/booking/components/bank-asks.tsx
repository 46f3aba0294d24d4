import { Button, ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Row, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { useAbandoning } from '../hooks/use-abandoning'
import { BookingFrame } from './booking-frame'

interface Props {
  bookingId: string
  url: string
  /** The cardholder comes from there: their answer is on its way to us, unless they gave none. */
  isBack: boolean
}

/** A booking that waits for the cardholder's answer to their bank (3-D Secure). The way there stays open, and one out. */
export function BankAsks({ bookingId, url, isBack }: Props) {
  const { abandon, isStopping, isUnheard } = useAbandoning(bookingId)
  return (
    <BookingFrame step={2}>
      <Card maxW="40rem" mx="auto" px={{ base: '5', md: '10' }} py="10" textAlign="center" role="status">
        <h1>
          {isBack ? 'We are asking your bank for your answer' : 'Your bank wants to confirm this payment with you'}
        </h1>
        <Text mt="3" color="fg.muted">
          {isBack
            ? 'This takes a few seconds, and this page changes by itself. If you have not answered yet, go back to your bank.'
            : "Your bank's page leads back here. Nothing is charged before you agree."}
        </Text>
        <Row mt="6" justifyContent="center" flexWrap="wrap">
          <ButtonLink href={url} size="lg" variant={isBack ? 'outline' : undefined}>
            Continue to your bank
          </ButtonLink>
          <Button variant="ghost" size="lg" disabled={isStopping} onClick={abandon}>
            {isStopping ? 'Stopping this payment…' : 'Use another card'}
          </Button>
        </Row>
        {isUnheard && (
          <Notice tone="warning" mt="4" textAlign="left" role="alert">
            We could not reach our service, so this payment still waits for your bank. Please try again.
          </Notice>
        )}
        <Text mt="6" textStyle="sm" color="fg.muted">
          We wait 15 minutes for your answer. Without it the booking ends by itself and nothing is charged. What you
          typed is kept for another try, except passport and card.
        </Text>
      </Card>
    </BookingFrame>
  )
}
