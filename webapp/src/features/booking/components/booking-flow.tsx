'use client'
import { useEffect, useState } from 'react'
import type { Offer } from '@/lib/api/types'
import type { BookingAnswer } from '../api/create-booking'
import { type Booked, type Booking, useBooking } from '../hooks/use-booking'
import { useLeaveWarning } from '../hooks/use-leave-warning'
import { steps } from '../hooks/use-step'
import { BookingFrame } from './booking-frame'
import { BookingProvider } from './booking-provider'
import { PaymentStep, SeatStep, useLaterSteps } from './later-steps'
import { FirstStep } from './passengers/first-step'
import { Loading } from './states'
import { TripSummary } from './trip-summary'

const bodies = { passengers: FirstStep, seats: SeatStep, payment: null }

interface Props {
  offer: Offer
  /** Who traveled in an earlier try at it that this page still has. */
  triedFor: Booked['passengers'] | null
  onBooked: (answer: BookingAnswer, booked: Booked) => void
  onPriceChanged: () => void
  onReplaced: (offerId: string) => void
  /** Whether something is on its way from here, or may have arrived. */
  onHeld: (isHeld: boolean) => void
}

export function BookingFlow({ onHeld, ...props }: Props) {
  const booking = useBooking(props)
  const { step, isReturning, go } = booking.trip
  const { isHeld, isLate } = booking.paymentStep
  const Body = isReturning ? Loading : bodies[step]
  const isCardKept = useKeptCard(booking)
  useLeaveWarning()
  useLaterSteps()
  useEffect(() => {
    onHeld(isHeld)
    return () => onHeld(false)
  }, [onHeld, isHeld])

  const goBack = (index: number) => go(steps[index] ?? 'passengers')
  return (
    <BookingProvider booking={booking}>
      <BookingFrame step={steps.indexOf(step)} onBack={isHeld ? undefined : goBack} aside={!isLate && <TripSummary />}>
        {Body && <Body />}
        {(isCardKept || !Body) && (
          <div hidden={Body !== null}>
            <PaymentStep />
          </div>
        )}
      </BookingFrame>
    </BookingProvider>
  )
}

/**
 * Whether a typed card stays behind the other steps: from a payment that was refused for a bag until it is paid with. The
 * bag is to be chosen again, not the card. A traveler who goes back by themselves leaves no card.
 */
function useKeptCard({ trip: { step }, paymentStep: { failure } }: Booking) {
  const [isKept, setKept] = useState(false)
  const isRefused = failure?.kind === 'bags'
  if (isRefused && !isKept) setKept(true)
  if (!isRefused && isKept && step === 'payment') setKept(false)
  return isKept
}
