'use client'
import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { BookingStatus } from '@/lib/api/types'
import { searchReturn } from '@/lib/search-return'
import { usePendingBooking } from '../../hooks/use-pending-booking'
import { BookingFrame } from '../booking-frame'
import { LoadError, Loading } from '../states'
import { Finished } from './finished'
import { NotOpenHere } from './not-open-here'
import { Pending } from './pending'

interface Props {
  bookingId: string
  /** Its answer was lost: nobody has been told of its end. */
  isNews: boolean
  /** The offer is to be offered again: its booking failed. */
  onForget: () => void
}

/** What came of the offer that this browser booked before: a reload, Back and another tab all lead here. */
export function EarlierBooking({ bookingId, isNews, onForget }: Props) {
  const params = useSearchParams()
  const { booking, error, isUnreadable, retry, isTrying } = usePendingBooking(bookingId)
  // Who watched the booking fail is told so; who comes back later may book again.
  const [atFirst, setAtFirst] = useState<BookingStatus | null>(null)
  if (booking && atFirst === null) setAtFirst(booking.status)
  const isOver = atFirst === 'failed' && !isNews

  useEffect(() => {
    if (isOver) onForget()
  }, [isOver, onForget])

  if (isUnreadable) return <NotOpenHere />
  if (booking && (atFirst === 'pending' || isNews)) return <Pending bookingId={bookingId} />
  if (booking && !isOver) return <Finished booking={booking} isEarlier />
  return (
    <BookingFrame step={2}>
      {error && !isOver ? (
        <LoadError error={error} backHref={searchReturn(params)} isTrying={isTrying} onRetry={retry} />
      ) : (
        <Loading />
      )}
    </BookingFrame>
  )
}
