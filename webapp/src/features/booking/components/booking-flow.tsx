'use client'
import { useEffect } from 'react'
import type { Offer } from '@/lib/api/types'
import type { BookingAnswer } from '../api/create-booking'
import { type Booked, useBooking } from '../hooks/use-booking'
import { steps } from '../hooks/use-step'
import { BookingFrame } from './booking-frame'
import { PassengerStep } from './passenger-step'
import { PaymentStep } from './payment-step'
import { SeatStep } from './seat-step'
import { TripSummary } from './trip-summary'

const bodies = { passengers: PassengerStep, seats: SeatStep, payment: PaymentStep }

interface Props {
  offer: Offer
  onBooked: (answer: BookingAnswer, booked: Booked) => void
  onPriceChanged: () => void
}

export function BookingFlow(props: Props) {
  const booking = useBooking(props)
  const isPaying = booking.payment.phase === 'paying' || booking.payment.phase === 'booking'
  const Body = bodies[booking.step]

  // Leaving now would lose the answer, not the booking: the browser asks first.
  useEffect(() => {
    if (!isPaying) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isPaying])

  return (
    <BookingFrame step={steps.indexOf(booking.step)} aside={<TripSummary booking={booking} />}>
      <Body booking={booking} />
    </BookingFrame>
  )
}
