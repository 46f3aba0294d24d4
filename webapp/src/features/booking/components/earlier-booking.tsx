'use client'
import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { Void } from '@/components/ui/void'
import { ApiError } from '@/lib/api/error'
import type { BookingStatus } from '@/lib/api/types'
import { routes } from '@/lib/routes'
import { searchReturn } from '@/lib/search-return'
import { usePendingBooking } from '../hooks/use-pending-booking'
import { ticketOfRecord } from '../lib/ticket'
import { BookingFrame } from './booking-frame'
import { Confirmation } from './confirmation'
import { Pending } from './pending'
import { LoadError, Loading } from './states'

interface Props {
  offerId: string
  bookingId: string
  /** The offer is to be offered again: its booking failed, or is not this visitor's any more. */
  onForget: () => void
}

const isUnreadable = (error: Error | undefined) => error instanceof ApiError && [401, 403, 404].includes(error.status)

/** What came of the offer that this browser booked before: a reload, Back and another tab all lead here. */
export function EarlierBooking({ offerId, bookingId, onForget }: Props) {
  const params = useSearchParams()
  const { booking, error, retry, isTrying } = usePendingBooking(bookingId)
  // Who watched the booking fail is told so; who comes back later may book again.
  const [atFirst, setAtFirst] = useState<BookingStatus | null>(null)
  if (booking && atFirst === null) setAtFirst(booking.status)
  const isOver = isUnreadable(error) || atFirst === 'failed'

  useEffect(() => {
    if (isOver) onForget()
  }, [isOver, onForget])

  if (booking?.status === 'cancelled') return <Cancelled />
  if (booking && atFirst === 'pending') {
    return <Pending bookingId={bookingId} offerId={offerId} onTryAgain={onForget} />
  }
  if (booking && !isOver) {
    return <Confirmation ticket={ticketOfRecord(booking)} email={booking.mailedTo ?? ''} isEarlier />
  }
  return (
    <BookingFrame step={2}>
      {error && !isOver ? (
        <LoadError
          error={error}
          backHref={searchReturn(new URLSearchParams(params))}
          isTrying={isTrying}
          onRetry={retry}
        />
      ) : (
        <Loading />
      )}
    </BookingFrame>
  )
}

function Cancelled() {
  return (
    <Container py="10">
      <Void
        drawing="unfinished"
        title="You have cancelled this booking"
        actions={<ButtonLink href={routes.myTrips}>View My Trips</ButtonLink>}
      >
        <p>My Trips shows what is refunded. To fly after all, search again.</p>
      </Void>
    </Container>
  )
}
