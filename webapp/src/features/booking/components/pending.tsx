'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Arc } from '@/components/ui/arc'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Box, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { PhoneLink } from '@/components/ui/phone-link'
import { Void } from '@/components/ui/void'
import type { BookingRecord } from '@/lib/api/types'
import { routes } from '@/lib/routes'
import { useBrand } from '@/providers/brand-provider'
import { usePendingBooking } from '../hooks/use-pending-booking'
import { ticketOfRecord } from '../lib/ticket'
import { BookingFrame } from './booking-frame'
import { Confirmation } from './confirmation'

/** A booking whose end is not known yet, until it is. Nothing here can be pressed that books or pays again. */
export function Pending({ bookingId, email }: { bookingId: string; email: string }) {
  const { booking, error } = usePendingBooking(bookingId)
  if (booking?.status === 'failed') return <Failed booking={booking} />
  if (booking && booking.status !== 'pending') return <Confirmation ticket={ticketOfRecord(booking)} email={email} />
  return <Waiting email={email} isOffline={error !== undefined} />
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

function Waiting({ email, isOffline }: { email: string; isOffline: boolean }) {
  const { contact } = useBrand().brand
  return (
    <BookingFrame step={2}>
      <Card maxW="40rem" mx="auto" px={{ base: '5', md: '10' }} py="10" textAlign="center">
        <Box css={{ '& svg': { w: '12rem', h: '4.25rem', mx: 'auto' } }}>
          <Arc isLooping />
        </Box>
        <h1>We are confirming your booking with the airline</h1>
        <Text mt="3" color="fg.muted" role="status">
          This usually takes a minute. This page changes by itself, and you may also close it
          {email && (
            <>
              : we write to <strong>{email}</strong> either way
            </>
          )}
          .
        </Text>
        <Steps>
          <li data-done="">Your card is authorised. It is charged only when the airline confirms.</li>
          <li>The airline issues your tickets. If it cannot, the authorisation ends and nothing is charged.</li>
          <li>Please do not book again meanwhile: this booking is already on its way.</li>
        </Steps>
        {isOffline && (
          <Notice tone="warning" mt="6" textAlign="left">
            We cannot reach our service at the moment. Your booking goes on without this page.
          </Notice>
        )}
        <Text mt="6" textStyle="sm" color="fg.muted">
          Questions? Call <PhoneLink phone={contact.phone} />.
        </Text>
      </Card>
    </BookingFrame>
  )
}

function Failed({ booking }: { booking: BookingRecord }) {
  return (
    <BookingFrame step={2}>
      <Void
        drawing="broken"
        title="Booking Failed"
        role="alert"
        actions={<ButtonLink href={routes.home}>Search Flights</ButtonLink>}
      >
        <p>{booking.failure?.message ?? 'The airline could not confirm these flights.'}</p>
        <p>
          <strong>Nothing was charged.</strong> An amount your bank shows as reserved is released by itself.
        </p>
      </Void>
    </BookingFrame>
  )
}
