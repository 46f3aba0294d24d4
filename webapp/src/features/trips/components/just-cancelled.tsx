import { useState } from 'react'
import type { BookingCancelled } from '@/lib/api/types'
import * as words from '@/messages/trips/refund'
import { promisedRefund } from '../lib/refund'
import { routeLabel, type Trip } from '../lib/trips'
import { CancelledWords } from './cancelled-words'
import { Outcome } from './outcome'

/** What a cancellation was answered with, where the trip itself does not stand there to say it. */
export function JustCancelled({ trip, answer }: { trip: Trip; answer: BookingCancelled }) {
  const [cancelledAt] = useState(() => new Date().toISOString())
  const { refund, breakdown } = answer
  return (
    <Outcome mb="4">
      <CancelledWords
        title={words.nowCancelled({ route: routeLabel(trip) })}
        progress={promisedRefund(answer)}
        data={trip.data}
        cancellation={{ refund, breakdown, cancelledAt }}
      />
    </Outcome>
  )
}
