'use client'
import { useEffect } from 'react'
import type { Offer } from '@/lib/api/types'
import type { BookingAnswer } from '../api/create-booking'
import { type Booked, useBooking } from '../hooks/use-booking'
import { useLeaveWarning } from '../hooks/use-leave-warning'
import { steps } from '../hooks/use-step'
import { BookingFrame } from './booking-frame'
import { PaymentStep, SeatStep, useLaterSteps } from './later-steps'
import { PassengerStep } from './passenger-step'
import { TripSummary } from './trip-summary'

const bodies = { passengers: PassengerStep, seats: SeatStep, payment: PaymentStep }

interface Props {
  offer: Offer
  onBooked: (answer: BookingAnswer, booked: Booked) => void
  onPriceChanged: () => void
  onReplaced: (offerId: string) => void
  /** Whether something is on its way from here, or may have arrived. */
  onHeld: (isHeld: boolean) => void
}

export function BookingFlow({ onHeld, ...props }: Props) {
  const booking = useBooking(props)
  const Body = bodies[booking.step]
  useLeaveWarning()
  useLaterSteps()
  const { isHeld, isLate } = booking.payment
  useEffect(() => {
    onHeld(isHeld)
    return () => onHeld(false)
  }, [onHeld, isHeld])

  const goBack = (index: number) => booking.go(steps[index] ?? 'passengers')
  return (
    <BookingFrame
      step={steps.indexOf(booking.step)}
      onBack={isHeld ? undefined : goBack}
      aside={!isLate && <TripSummary booking={booking} />}
    >
      <Body booking={booking} />
    </BookingFrame>
  )
}
