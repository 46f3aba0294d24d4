'use client'
import dynamic from 'next/dynamic'
import type { Booking } from '../hooks/use-booking'
import { PaymentForm } from './payment-form'
import { TypedCard } from './typed-card'

const HostedCard = dynamic(() => import('./hosted-card').then((module) => module.HostedCard), { ssr: false })

/** The card's fields are the card provider's where the mode has them, else ours where it takes numbers, else none. */
export function PaymentStep({ booking }: { booking: Booking }) {
  const { mode } = booking.payment
  if (mode.cardFields) return <HostedCard booking={booking} config={mode.cardFields} />
  if (mode.mode === 'test' || mode.liveCards) return <TypedCard booking={booking} />
  return <PaymentForm booking={booking} />
}
