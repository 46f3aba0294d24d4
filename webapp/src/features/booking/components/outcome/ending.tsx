'use client'
import type { BookingAnswer } from '../../api/create-booking'
import { useAttemptedOffer } from '../../hooks/attempted-offer'
import type { Booked } from '../../hooks/use-booking'
import { ticketOf } from '../../lib/ticket'
import { Confirmation } from './confirmation'
import { Pending } from './pending'

export interface Outcome {
  answer: BookingAnswer
  booked: Booked
}

/** What came of paying: the ticket, or the wait for it. */
export function Ending({ answer, booked }: Outcome) {
  const { email = '' } = useAttemptedOffer()
  if ('duffelBookingId' in answer) {
    return <Confirmation ticket={ticketOf(booked, answer)} email={email} account={answer.accountInfo ?? null} />
  }
  return <Pending bookingId={answer.id} bank={bankOf(answer)} isSequel />
}

/** Where the cardholder's bank asks them, if it does. */
const bankOf = (answer: BookingAnswer) => ('action_url' in answer ? answer.action_url : null)
