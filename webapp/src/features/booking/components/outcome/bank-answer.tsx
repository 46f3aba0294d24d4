import { type ReactNode, useEffect, useState } from 'react'
import * as flowWords from '@/messages/booking/flow'
import * as words from '@/messages/booking/outcome'
import { BookingFrame } from '../booking-frame'
import { Confirming } from '../confirming'

/** Banks and the card provider tell us a cardholder's answer within 10 seconds as a rule. */
const USUAL_MS = 15_000

/**
 * The cardholder comes from their bank, and their answer is on its way to us: nothing is to be pressed until it is here.
 * Where it takes longer than usual they may have given none, and `children` is shown instead.
 */
export function BankAnswer({ children }: { children: ReactNode }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), USUAL_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isLate) return children
  return (
    <BookingFrame step={2}>
      <Confirming title={words.bankBackTitle} progress={flowWords.bankAnswerProgress} />
    </BookingFrame>
  )
}
