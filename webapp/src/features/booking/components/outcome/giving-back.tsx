import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { PhoneLink } from '@/components/ui/phone-link'
import { Void } from '@/components/ui/void'
import type { BookingRecord } from '@/lib/api/types'
import { GIVING_BACK } from '@/lib/booked-trip'
import { routes } from '@/lib/routes'
import { useBrand } from '@/providers/brand-provider'
import { BookingFrame } from '../booking-frame'

interface Props {
  failure: NonNullable<BookingRecord['failure']>
  /** What to quote on the phone. */
  reference: string
  /** What stands in the way of hearing from the booking. */
  connection: ReactNode
}

/** A booking that has come to nothing, while its money is on its way back: another flight need not wait for that. */
export function GivingBack({ failure, reference, connection }: Props) {
  const { contact } = useBrand()
  return (
    <BookingFrame step={2}>
      <Void
        drawing="broken"
        title="We could not book this flight"
        level={1}
        role="alert"
        actions={<ButtonLink href={routes.home}>Search Flights</ButtonLink>}
      >
        <p>{failure.message}</p>
        <p>{GIVING_BACK}</p>
        <p>You may book another flight now.</p>
        {connection}
        <p>
          Questions? Call <PhoneLink phone={contact.phone} /> and quote <strong>{reference}</strong>.
        </p>
      </Void>
    </BookingFrame>
  )
}
