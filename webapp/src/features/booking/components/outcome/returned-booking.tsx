'use client'
import { useEffect } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { strong } from '@/components/ui/strong'
import { Void } from '@/components/ui/void'
import { useCurrentUser } from '@/lib/api/current-user'
import { useBookingPaidBy } from '@/lib/booked-offers'
import { routes } from '@/lib/routes'
import * as words from '@/messages/booking/outcome'
import { AttemptedOfferContext } from '../../hooks/attempted-offer'
import { MailedLink } from './mailed-link'
import { Pending } from './pending'

/** Of the address alone the payment and the brand are ours; the rest would stay in the history and in copied links. */
function forgetTheBanksWords() {
  const url = new URL(window.location.href)
  // Back may have led away before this runs.
  if (!url.searchParams.has('payment')) return
  for (const name of [...url.searchParams.keys()]) {
    if (name !== 'payment' && name !== 'brand') url.searchParams.delete(name)
  }
  if (url.href !== window.location.href) window.history.replaceState(window.history.state, '', url)
}

/**
 * The cardholder is back from their bank. What it adds to the address is not believed: the booking itself says what
 * came of it.
 */
export function ReturnedBooking({ paymentId }: { paymentId: string }) {
  const booked = useBookingPaidBy(paymentId)
  useEffect(forgetTheBanksWords, [])
  if (booked) {
    const { bookingId, offerId, search = '' } = booked
    return (
      <AttemptedOfferContext value={{ offerId, search }}>
        <Pending bookingId={bookingId} isBack />
      </AttemptedOfferContext>
    )
  }
  return <BegunElsewhere />
}

/** Nothing here says what became of the booking: it may go on, be confirmed, or have failed. */
function BegunElsewhere() {
  const { user } = useCurrentUser()
  return (
    <Container py="10" maxW="44rem">
      <Void
        drawing="unfinished"
        title={words.begunElsewhereTitle}
        level={1}
        actions={user && <ButtonLink href={routes.myTrips}>{words.viewTrips}</ButtonLink>}
      >
        <p>{words.begunElsewhere}</p>
        <p>{words.waitForEmail({ strong })}</p>
      </Void>
      <MailedLink />
    </Container>
  )
}
