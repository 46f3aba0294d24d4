'use client'
import { useEffect } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { Void } from '@/components/ui/void'
import { useBookingPaidBy } from '@/lib/booked-offers'
import { routes } from '@/lib/routes'
import { Pending } from './pending'

/** Of the address alone the payment and the brand are ours; the rest would stay in the history and in copied links. */
function forgetTheBanksWords() {
  const url = new URL(window.location.href)
  for (const name of [...url.searchParams.keys()]) {
    if (name !== 'payment' && name !== 'brand') url.searchParams.delete(name)
  }
  if (url.href !== window.location.href) window.history.replaceState(window.history.state, '', url)
}

/**
 * The cardholder is back from his bank. What it adds to the address is not believed: the booking itself says what
 * came of it.
 */
export function ReturnedBooking({ paymentId }: { paymentId: string }) {
  const booked = useBookingPaidBy(paymentId)
  useEffect(forgetTheBanksWords, [])
  if (booked) {
    const { bookingId, offerId, search = '' } = booked
    return <Pending bookingId={bookingId} offerId={offerId} search={search} isBack />
  }
  return (
    <Container py="10">
      <Void
        drawing="unfinished"
        title="Your booking goes on"
        level={1}
        actions={<ButtonLink href={routes.myTrips}>View My Trips</ButtonLink>}
      >
        <p>This browser did not begin it, so it cannot show it here. We write to you either way.</p>
      </Void>
    </Container>
  )
}
