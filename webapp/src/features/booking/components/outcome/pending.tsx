'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useEffect, useState } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { Text } from '@/components/ui/layout'
import { PhoneLink } from '@/components/ui/phone-link'
import { bankPage } from '@/lib/bank-page'
import { bookingHref } from '@/lib/booking-href'
import { useBrand } from '@/providers/brand-provider'
import { useAttemptedOffer } from '../../hooks/attempted-offer'
import { useHeadingFocus } from '../../hooks/use-heading-focus'
import { usePendingBooking } from '../../hooks/use-pending-booking'
import { BookingFrame } from '../booking-frame'
import { Confirming } from '../confirming'
import { BankAsks } from './bank-asks'
import { Connection } from './connection'
import { GivingBack } from './giving-back'
import { NotOpenHere } from './not-open-here'
import { Settled } from './settled'

interface Props {
  bookingId: string
  /** Where the cardholder's bank asks, as far as was heard before the booking is read. */
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
  const asking = bankPage(booking ? booking.actionUrl : bank)
  useHeadingFocus([booking?.status, Boolean(asking), Boolean(booking?.failure), isUnreadable].join(), isSequel)
  if (isUnreadable) return <NotOpenHere />
  if (booking && booking.status !== 'pending') return <Settled booking={booking} isStopped={isStopped} />
  if (asking) {
    return <BankAsks bookingId={bookingId} url={asking} isBack={isBack} onStopped={() => setStopped(true)} />
  }
  const reference = quotable(bookingId)
  const connection = (meaning: string) =>
    isOffline && <Connection meaning={meaning} hasGivenUp={hasGivenUp} isTrying={isTrying} onRetry={retry} />
  if (booking?.failure) {
    const meaning = 'Your money is given back without this page.'
    return <GivingBack failure={booking.failure} reference={reference} connection={connection(meaning)} />
  }
  return (
    <Waiting
      reference={reference}
      href={bookingHref(offerId, search)}
      since={booking?.createdAt}
      email={email || (booking?.mailedTo ?? '')}
      connection={connection('Your booking goes on without this page.')}
    />
  )
}

const Steps = chakra('ol', {
  base: {
    display: 'grid',
    gap: '3',
    mt: '6',
    textAlign: 'start',
    textStyle: 'sm',
    '& li': { display: 'grid', gridTemplateColumns: '1.25rem 1fr', gap: '3' },
    '& li::before': {
      content: '""',
      boxSize: '3',
      mt: '1',
      borderRadius: 'full',
      border: '2px solid {colors.route}',
      bg: 'surface',
    },
    '& li[data-done]::before': { bg: 'route' },
  },
})

/** Ids of one minute begin alike, so the short form is the end. */
const quotable = (id: string) => id.slice(-8).toUpperCase()

const TICK_MS = 10_000

/** Whole minutes since an instant. */
function useMinutesSince(instant: string | undefined) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return instant ? Math.max(0, Math.floor((now - Date.parse(instant)) / 60_000)) : 0
}

function progressText(minutes: number) {
  if (minutes < 1) return 'The airline is making your booking.'
  if (minutes < 5) return 'The airline is taking longer than usual. We keep asking.'
  return 'The airline has still not answered. We keep asking. If you travel soon, please call us.'
}

interface WaitingProps {
  reference: string
  href: string
  since: string | undefined
  email: string
  /** What stands in the way of hearing from the booking. */
  connection: ReactNode
}

function Waiting({ reference, href, since, email, connection }: WaitingProps) {
  const { contact } = useBrand()
  const minutes = useMinutesSince(since)
  return (
    <BookingFrame step={2}>
      <Confirming progress={progressText(minutes)}>
        <Steps>
          <li data-done="">We have your booking. We charge your card only when the airline confirms.</li>
          <li>
            The airline issues your tickets. If it can’t, you aren’t charged and any hold on your card is released.
          </li>
        </Steps>
        {connection}
        <Text mt="6" textStyle="sm">
          You can close this page. We’ll e-mail {email ? <strong>{email}</strong> : 'you'} either way. To come back in
          this browser, keep <AppLink href={href}>this link</AppLink>.
        </Text>
        <Text mt="3" textStyle="sm" color="fg.muted">
          Questions? Call <PhoneLink phone={contact.phone} /> and quote <strong>{reference}</strong>.
        </Text>
      </Confirming>
    </BookingFrame>
  )
}
