'use client'
import { useEffect } from 'react'
import { notify } from '@/components/ui/toast/notify'
import type { Offer } from '@/lib/api/types'
import * as words from '@/messages/booking/seats-again'
import * as lists from '@/messages/lib/lists'
import { type ChosenSeat, choiceAgain } from '../lib/seat-choices'
import type { Tell } from './use-booking-state'
import { usePatientSeatMaps } from './use-patient-seat-maps'

/** Chooses again the seats of an earlier try at the same offer, and says which of them are no longer there. */
export function useSeatsAgain(offer: Offer, wanted: readonly ChosenSeat[], tell: Tell) {
  const { id: offerId } = offer
  const { data: maps, error } = usePatientSeatMaps(wanted.length > 0 ? offerId : null)
  const { currency } = offer.price

  useEffect(() => {
    if (!error) return
    tell({ type: 'seats lost' })
    void notify({ type: 'info', title: words.failed, description: words.chooseAgain })
  }, [error, tell])

  useEffect(() => {
    if (!maps || wanted.length === 0) return
    const again = wanted.map((seat) => choiceAgain(seat, maps, currency))
    tell({ type: 'seats restored', offerId, seats: again.filter((choice) => choice !== null) })
    const lost = wanted.filter((_, index) => again[index] === null).map(({ designator }) => designator)
    if (lost.length > 0) tellLost(lost)
  }, [maps, wanted, offerId, currency, tell])
}

const tellLost = (lost: readonly string[]) =>
  void notify({
    type: 'info',
    title: words.taken({ count: lost.length, seats: lost.join(lists.separator) }),
    description: words.chooseAgain,
  })
