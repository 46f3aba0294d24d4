'use client'
import { createContext } from 'react'
import type { Booking } from './use-booking'
import { useRequired } from './use-required'

export const TripContext = createContext<Booking['trip'] | null>(null)
/** What is bought, and where in its booking the traveler is. */
export const useTrip = () => useRequired(TripContext)

export const OfferStatusContext = createContext<Booking['offerStatus'] | null>(null)
/** Whether the offer still stands, and what to do where it does not. */
export const useOfferStatus = () => useRequired(OfferStatusContext)

export const PassengersStepContext = createContext<Booking['passengersStep'] | null>(null)
export const usePassengersStep = () => useRequired(PassengersStepContext)

export const BagsContext = createContext<Booking['bags'] | null>(null)
/** The bags that are sold with the offer, and what is to be said of those chosen. */
export const useBags = () => useRequired(BagsContext)

export const SeatsStepContext = createContext<Booking['seatsStep'] | null>(null)
export const useSeatsStep = () => useRequired(SeatsStepContext)

export const PaymentStepContext = createContext<Booking['paymentStep'] | null>(null)
/** The payment, and what is kept of its card. */
export const usePaymentStep = () => useRequired(PaymentStepContext)
