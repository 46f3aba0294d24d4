import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { strong } from '@/components/ui/strong'
import { Void } from '@/components/ui/void'
import type { BookingRecord } from '@/lib/api/types'
import { GIVING_BACK } from '@/lib/booked-trip'
import { reasonOfFailure } from '@/lib/booking-failure'
import * as words from '@/messages/booking/outcome'
import * as waiting from '@/messages/booking/waiting'
import * as buttons from '@/messages/lib/buttons'
import { useSearchHref } from '../../hooks/attempted-offer'
import { usePhoneLink } from '../../hooks/use-phone-link'
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
  const call = usePhoneLink()
  const searchHref = useSearchHref()
  return (
    <BookingFrame step={2}>
      <Void
        drawing="broken"
        title={words.notBooked}
        level={1}
        role="alert"
        actions={<ButtonLink href={searchHref}>{buttons.searchFlights}</ButtonLink>}
      >
        <p>{reasonOfFailure(failure)}</p>
        <p>{GIVING_BACK}</p>
        <p>{words.mayBookAnother}</p>
        {connection}
        <p>{waiting.questionsQuoting({ reference, strong, ...call })}</p>
      </Void>
    </BookingFrame>
  )
}
