'use client'
import { useState } from 'react'
import { bankPage } from '@/lib/bank-page'
import { bookingHref } from '@/lib/booking-href'
import * as words from '@/messages/booking/outcome'
import { useAttemptedOffer } from '../../hooks/attempted-offer'
import { useHeadingFocus } from '../../hooks/use-heading-focus'
import { usePendingBooking } from '../../hooks/use-pending-booking'
import { BookingFrame } from '../booking-frame'
import { Waiting } from '../waiting'
import { BankAnswer } from './bank-answer'
import { BankAsks } from './bank-asks'
import { Connection } from './connection'
import { Finished } from './finished'
import { GivingBack } from './giving-back'
import { NotOpenHere } from './not-open-here'

interface Props {
  bookingId: string
  /** Where the cardholder's bank asks, as the server names it, as far as was heard before the booking is read. */
  bank?: string | null
  /** The cardholder comes from their bank. */
  isBack?: boolean
  /** It takes the place of the payment that was sent. */
  isSequel?: boolean
}

/** A booking whose end is not known yet, until it is. Nothing here can be pressed that books or pays again. */
export function Pending({ bookingId, bank, isBack = false, isSequel = false }: Props) {
  const { offerId, search, email } = useAttemptedOffer()
  const { booking, isUnreadable, isOffline, retry, isTrying, hasGivenUp } = usePendingBooking(bookingId)
  const [isStopped, setStopped] = useState(false)
  const asking = booking ? booking.actionUrl : bank
  useHeadingFocus([booking?.status, Boolean(asking), Boolean(booking?.failure), isUnreadable].join(), isSequel)
  if (isUnreadable) return <NotOpenHere />
  if (booking && booking.status !== 'pending') return <Finished booking={booking} isStopped={isStopped} />
  if (asking) {
    const onStopped = () => setStopped(true)
    const asks = <BankAsks {...{ bookingId, booking, isBack, isSequel, onStopped }} url={bankPage(asking)} />
    return isBack ? <BankAnswer>{asks}</BankAnswer> : asks
  }
  const reference = quotable(bookingId)
  const connection = (meaning: string) =>
    isOffline && <Connection meaning={meaning} hasGivenUp={hasGivenUp} isTrying={isTrying} onRetry={retry} />
  if (booking?.failure) {
    const connected = connection(words.moneyGivenBack)
    return <GivingBack failure={booking.failure} reference={reference} connection={connected} />
  }
  return (
    <BookingFrame step={2}>
      <Waiting
        booked={{ reference, since: booking?.createdAt }}
        href={bookingHref(offerId, search)}
        email={email || (booking?.mailedTo ?? '')}
        connection={connection(words.bookingGoesOn)}
      />
    </BookingFrame>
  )
}

/** Ids of one minute begin alike, so the short form is the end. */
const quotable = (id: string) => id.slice(-8).toUpperCase()
