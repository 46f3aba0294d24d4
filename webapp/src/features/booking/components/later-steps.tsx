'use client'
import dynamic from 'next/dynamic'
import { useEffect } from 'react'
import { Box } from '@/components/ui/layout'
import { loadPayment } from '../api/load-payment'

const seats = () => import('./seats/seat-step').then((module) => module.SeatStep)
const payment = () => Promise.all([import('./paying'), loadPayment()]).then(([module]) => module.PaymentStep)
const ending = () => import('./paying').then((module) => module.Ending)

const Coming = () => <Box minH="32rem" aria-busy="true" />

/** What follows the passengers' step comes after it, so that this is there sooner. */
export const SeatStep = dynamic(seats, { ssr: false, loading: Coming })
export const PaymentStep = dynamic(payment, { ssr: false, loading: Coming })
export const Ending = dynamic(ending, { ssr: false, loading: Coming })

/** Fetches it while names are typed: no step is waited for, and a release in between takes none away. */
export function useLaterSteps() {
  useEffect(() => {
    // What could not be fetched now is fetched when its step is reached.
    for (const load of [seats, payment]) load().catch(() => undefined)
  }, [])
}
