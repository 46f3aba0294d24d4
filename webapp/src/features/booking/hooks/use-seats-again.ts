'use client'
import { useEffect, useState } from 'react'
import { notify } from '@/components/ui/toast/notify'
import { useSeatMaps } from '@/lib/api/offers'
import type { Offer } from '@/lib/api/types'
import { keptSeats } from '../lib/draft'
import { type ChosenSeat, choiceAgain, type SeatChoice } from '../lib/seat-choices'

const none: readonly ChosenSeat[] = []

/**
 * Chooses again what was chosen for an earlier try at the same offer, and says what of it is no longer there. Answers
 * whether that is still to come.
 */
export function useSeatsAgain(offer: Offer, setSeats: (seats: readonly SeatChoice[]) => void) {
  const [wanted, setWanted] = useState(() => keptSeats(offer.id))
  const { data: maps, error } = useSeatMaps(wanted.length > 0 ? offer.id : null)
  const { currency } = offer.price

  useEffect(() => {
    if (!error) return
    setWanted(none)
    void notify({ type: 'info', title: 'Your seats could not be chosen again', description: CHOOSE_AGAIN })
  }, [error])

  useEffect(() => {
    if (!maps || wanted.length === 0) return
    const again = wanted.map((seat) => choiceAgain(seat, maps, currency))
    setSeats(again.filter((choice) => choice !== null))
    setWanted(none)
    const lost = wanted.filter((_, index) => again[index] === null).map(({ designator }) => designator)
    if (lost.length > 0) tellLost(lost)
  }, [maps, wanted, currency, setSeats])
  return wanted.length > 0
}

const CHOOSE_AGAIN = 'Choose again, or let the airline assign seats at check-in.'

const tellLost = (lost: readonly string[]) =>
  void notify({
    type: 'info',
    title: lost.length === 1 ? `Seat ${lost[0]} is no longer free` : `Seats ${lost.join(', ')} are no longer free`,
    description: CHOOSE_AGAIN,
  })
