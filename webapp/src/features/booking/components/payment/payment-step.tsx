'use client'
import dynamic from 'next/dynamic'
import { usePaymentStep } from '../../hooks/booking-contexts'
import { PaymentForm } from './payment-form'
import { TypedCard } from './typed-card'

const HostedCard = dynamic(() => import('./hosted-card').then((module) => module.HostedCard), { ssr: false })

/** The card's fields are the card provider's where the mode has them, else ours where it takes numbers, else none. */
export function PaymentStep() {
  const { mode } = usePaymentStep()
  if (mode.cardFields) return <HostedCard config={mode.cardFields} />
  if (mode.mode === 'test' || mode.liveCards) return <TypedCard />
  return <PaymentForm />
}
