'use client'
import { useCallback, useMemo, useState } from 'react'
import type { Amount, Offer } from '@/lib/api/types'
import type { PassengerFields } from '../lib/passenger-form'
import { partyOf } from '../lib/passengers'
import { type SeatChoice, totalOf } from '../lib/seat-choices'

/** What the traveller has typed and chosen so far, and what that costs. */
export function useDetails(offer: Offer, params: URLSearchParams) {
  const party = useMemo(() => partyOf(offer, new URLSearchParams(params)), [offer, params])
  const [passengers, setPassengers] = useState<readonly PassengerFields[] | null>(null)
  const [typed, setTyped] = useState<readonly PassengerFields[] | null>(null)
  const [holderName, setHolderName] = useState('')
  const [seats, setChosen] = useState<readonly SeatChoice[]>([])
  const [quoted, setQuoted] = useState<{ now: Amount; before: string } | null>(null)
  const total = quoted?.now.amount ?? totalOf(offer.price.amount, seats)

  /** Details changed and left without the form's own button: they count again once the form has taken them. */
  const keepTyped = useCallback((next: readonly PassengerFields[]) => {
    setTyped(next)
    setPassengers(null)
  }, [])

  return {
    party,
    passengers,
    setPassengers: (next: readonly PassengerFields[]) => {
      setPassengers(next)
      setTyped(next)
    },
    /** What the passenger form last held, valid or not. */
    typed,
    keepTyped,
    /** Of the card the only part that is kept when the payment is left. */
    holderName,
    setHolderName,
    seats,
    setSeats: (next: readonly SeatChoice[]) => {
      setChosen(next)
      // Another order has another price: what was quoted for the one before no longer counts.
      setQuoted(null)
    },
    total,
    /** What was asked for before the airline named another price. */
    previousTotal: quoted?.before ?? null,
    quote: (now: Amount) => setQuoted({ now, before: total }),
  }
}
