'use client'
import { useCallback, useMemo, useState } from 'react'
import type { Amount, Offer } from '@/lib/api/types'
import { holderAgain, isTriedAgain, keepHolder, keepSeats, passengersAgain } from '../lib/draft'
import type { PassengerFields } from '../lib/passenger-form'
import { partyOf } from '../lib/passengers'
import { isPassportRequired } from '../lib/passport'
import { type SeatChoice, totalOf } from '../lib/seat-choices'
import { useSeatsAgain } from './use-seats-again'

/** What the traveller has typed and chosen so far, and what that costs. */
export function useDetails(offer: Offer, params: URLSearchParams) {
  const party = useMemo(() => partyOf(offer, new URLSearchParams(params)), [offer, params])
  const [kept] = useState(() => passengersAgain(offer.id, party))
  // Passports are never kept: who needs one types it again before they pay.
  const isPassportAwaited = kept !== null && isPassportRequired(offer)
  const [passengers, setPassengers] = useState<readonly PassengerFields[] | null>(isPassportAwaited ? null : kept)
  const [typed, setTyped] = useState<readonly PassengerFields[] | null>(null)
  const [isAnotherCard] = useState(() => isTriedAgain(offer.id))
  const [holderName, setHolderName] = useState(() => holderAgain(offer.id))
  const [seats, setChosen] = useState<readonly SeatChoice[]>([])
  const [quoted, setQuoted] = useState<{ now: Amount; before: string } | null>(null)
  const total = quoted?.now.amount ?? totalOf(offer.price.amount, seats)

  /** Details changed and left without the form's own button: they count again once the form has taken them. */
  const keepTyped = useCallback((next: readonly PassengerFields[]) => {
    setTyped(next)
    setPassengers(null)
  }, [])

  const offerId = offer.id
  const setSeats = useCallback(
    (next: readonly SeatChoice[]) => {
      setChosen(next)
      keepSeats(offerId, next)
      // Another order has another price: what was quoted for the one before no longer counts.
      setQuoted(null)
    },
    [offerId],
  )
  const areSeatsComing = useSeatsAgain(offer, setSeats)

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
    setHolderName: (name: string) => {
      setHolderName(name)
      keepHolder(offerId, name)
    },
    /** The one before it failed, and this page was left for it. */
    isAnotherCard,
    seats,
    setSeats,
    /** Seats of an earlier try are being chosen again, and will change the total. */
    areSeatsComing,
    total,
    /** What was asked for before the airline named another price. */
    previousTotal: quoted?.before ?? null,
    quote: (now: Amount) => setQuoted({ now, before: total }),
  }
}
