'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { Arc } from '@/components/ui/arc'
import { Card } from '@/components/ui/card'
import { Box, Text } from '@/components/ui/layout'
import { PhoneLink } from '@/components/ui/phone-link'
import { tellOnce } from '@/lib/booked-offers'
import { bookingHref } from '@/lib/booking-href'
import { useBrand } from '@/providers/brand-provider'
import { usePendingBooking } from '../hooks/use-pending-booking'
import { BankAsks } from './bank-asks'
import { BookingFrame } from './booking-frame'
import { Connection } from './connection'
import { GivingBack } from './giving-back'
import { NotOpenHere } from './not-open-here'
import { Settled } from './settled'

interface Props {
  bookingId: string
  /** Its page is this booking's, too. */
  offerId: string
  /** What its page carries of the search, as `searchCarried` gives it. */
  search: string
  /** As it was typed, where this page still knows it: else the booking says it. */
  email?: string
  /** Where the cardholder's bank asks, as far as was heard before the booking is read. */
  bank?: string | null
  /** The cardholder comes from their bank. */
  isBack?: boolean
  /** Begins anew on this page, after a booking that failed. */
  onTryAgain?: () => void
}

/** A booking whose end is not known yet, until it is. Nothing here can be pressed that books or pays again. */
export function Pending({ bookingId, offerId, search, email = '', bank, isBack = false, onTryAgain }: Props) {
  const { booking, isUnreadable, isOffline, retry, isTrying, hasGivenUp } = usePendingBooking(bookingId)
  if (isUnreadable) return <NotOpenHere />
  if (booking && booking.status !== 'pending') {
    return <Told booking={booking} offerId={offerId} search={search} email={email} onTryAgain={onTryAgain} />
  }
  const asking = booking ? booking.actionUrl : bank
  if (asking) return <BankAsks bookingId={bookingId} url={asking} isBack={isBack} />
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

/** Its end, announced once: a page that was left and is opened again only shows it. */
function Told(props: ComponentProps<typeof Settled>) {
  const [isEarlier] = useState(() => tellOnce(props.booking.id))
  return <Settled {...props} isEarlier={isEarlier} />
}

const Steps = chakra('ol', {
  base: {
    display: 'grid',
    gap: '3',
    mt: '6',
    textAlign: 'left',
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
  if (minutes < 5) return 'The airline is taking longer than most. We keep asking it.'
  return 'The airline has still not answered. We go on asking it; if you travel soon, please call us.'
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
      <Card maxW="40rem" mx="auto" px={{ base: '5', md: '10' }} py="10" textAlign="center">
        <Box mb="6" css={{ '& svg': { w: '12rem', h: '4.25rem', mx: 'auto' } }}>
          <Arc isLooping />
        </Box>
        <h1>We are confirming your booking with the airline</h1>
        <Text mt="3" color="fg.muted" role="status">
          {progressText(minutes)} <strong>Please do not book again.</strong>
        </Text>
        <Steps>
          <li data-done="">We have your booking. Your card is charged only when the airline confirms.</li>
          <li>The airline issues your tickets. If it cannot, what your bank holds is released: nothing is charged.</li>
        </Steps>
        {connection}
        <Text mt="6" textStyle="sm">
          This page changes by itself. You may close it: we write to {email ? <strong>{email}</strong> : 'you'} either
          way, and <AppLink href={href}>the address of this page</AppLink> leads back to it in this browser.
        </Text>
        <Text mt="3" textStyle="sm" color="fg.muted">
          Questions? Call <PhoneLink phone={contact.phone} /> and quote <strong>{reference}</strong>.
        </Text>
      </Card>
    </BookingFrame>
  )
}
