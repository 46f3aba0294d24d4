'use client'
import { useState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { PhoneLink } from '@/components/ui/phone-link'
import { Void } from '@/components/ui/void'
import { routes } from '@/lib/routes'
import { useHydrated } from '@/lib/use-hydrated'
import { useBrand } from '@/providers/brand-provider'
import { recallPending } from '../lib/pending'
import { Pending } from './pending'

/** The traveller is back from their bank's check. This browser remembers which booking it was for. */
export function ReturnFromBank({ paymentId }: { paymentId: string }) {
  const isHydrated = useHydrated()
  return isHydrated ? <Returned paymentId={paymentId} /> : null
}

function Returned({ paymentId }: { paymentId: string }) {
  const { contact } = useBrand().brand
  const [bookingId] = useState(() => recallPending(paymentId))
  if (bookingId) return <Pending bookingId={bookingId} email="" />
  return (
    <Container py="10">
      <Void
        drawing="unfinished"
        title="We are confirming your booking with the airline"
        role="status"
        actions={<ButtonLink href={routes.myTrips}>View My Trips</ButtonLink>}
      >
        <p>
          This window does not know which booking it was. Your e-mail tells you how it ended, or call{' '}
          <PhoneLink phone={contact.phone} />. Please do not book again.
        </p>
      </Void>
    </Container>
  )
}
