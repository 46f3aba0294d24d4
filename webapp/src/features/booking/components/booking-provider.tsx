'use client'
import type { ReactNode } from 'react'
import {
  BagsContext,
  OfferStatusContext,
  PassengersStepContext,
  PaymentStepContext,
  SeatsStepContext,
  TripContext,
} from '../hooks/booking-contexts'
import type { Booking } from '../hooks/use-booking'

/** Hands the parts of a booking to the components that use them. */
export const BookingProvider = ({ booking, children }: { booking: Booking; children: ReactNode }) => (
  <TripContext value={booking.trip}>
    <OfferStatusContext value={booking.offerStatus}>
      <PassengersStepContext value={booking.passengersStep}>
        <BagsContext value={booking.bags}>
          <SeatsStepContext value={booking.seatsStep}>
            <PaymentStepContext value={booking.paymentStep}>{children}</PaymentStepContext>
          </SeatsStepContext>
        </BagsContext>
      </PassengersStepContext>
    </OfferStatusContext>
  </TripContext>
)
