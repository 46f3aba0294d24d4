'use client'
import { useState } from 'react'
import { Container } from '@/components/ui/layout'
import { Void } from '@/components/ui/void'
import type { BookingRecord } from '@/lib/api/types'
import { tellOnce } from '@/lib/booked-offers'
import * as words from '@/messages/booking/outcome'
import { useAttemptedOffer } from '../../hooks/attempted-offer'
import { ticketOfRecord } from '../../lib/ticket'
import { Confirmation } from './confirmation'
import { Failed } from './failed'
import { OpenTrip } from './open-trip'

interface Props {
  booking: BookingRecord
  /** The traveller has seen it before: nothing is announced. */
  isEarlier?: boolean
  /** The traveller stopped its payment on this page. */
  isStopped?: boolean
}

/**
 * A booking that has come to its end, whichever that is. It is announced once: a page that was left and is opened again
 * only shows it.
 */
export function Finished({ booking, isEarlier = false, isStopped }: Props) {
  const { email } = useAttemptedOffer()
  const [isKnown] = useState(() => isEarlier || tellOnce(booking.id))
  if (booking.status === 'failed') return <Failed booking={booking} isStopped={isStopped} />
  if (booking.status === 'cancelled') return <Cancelled bookingId={booking.id} />
  return (
    <Confirmation
      ticket={ticketOfRecord(booking)}
      email={email || (booking.mailedTo ?? '')}
      bookedAt={booking.createdAt}
      isEarlier={isKnown}
    />
  )
}

function Cancelled({ bookingId }: { bookingId: string }) {
  return (
    <Container py="10">
      <Void drawing="unfinished" title={words.cancelledTitle} level={1} actions={<OpenTrip bookingId={bookingId} />}>
        <p>{words.cancelled}</p>
      </Void>
    </Container>
  )
}
