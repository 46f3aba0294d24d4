import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Text } from '@/components/ui/layout'
import { BookingFrame } from './booking-frame'

interface Props {
  url: string
  /** The cardholder comes from there: his answer is on its way to us, unless he gave none. */
  isBack: boolean
}

/** A booking that waits for the cardholder's answer to his bank (3-D Secure). The way there stays open. */
export function BankAsks({ url, isBack }: Props) {
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
        <ButtonLink href={url} size="lg" mt="6" variant={isBack ? 'outline' : undefined}>
          Continue to your bank
        </ButtonLink>
        <Text mt="6" textStyle="sm" color="fg.muted">
          We wait 15 minutes for your answer. Without it the booking ends by itself and nothing is charged. What you
          typed is kept for another try, except passport and card.
        </Text>
      </Card>
    </BookingFrame>
  )
}
