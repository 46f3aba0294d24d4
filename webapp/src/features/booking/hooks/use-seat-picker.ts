'use client'
import { useState } from 'react'
import { notify } from '@/components/ui/toast/notify'
import type { SeatMap } from '@/lib/api/types'
import { hasLegroom, type SeatElement, type SeatOffer, seatOffer } from '@/lib/seats'
import { needsSeat } from '../lib/passengers'
import { choiceOf, choose, holderOf, nextChooser } from '../lib/seat-choices'
import type { Booking } from './use-booking'

/** A seat as the active passenger sees it. */
export interface SeatView {
  element: SeatElement
  offer: SeatOffer | null
  cabinClass: string
  isLegroom: boolean
  /** Place in the party of whoever has it, from 1; 0 for nobody of ours. */
  holder: number
  isMine: boolean
}

/** Choosing seats on one flight at a time, for one passenger at a time. */
export function useSeatPicker({ party, passengers, seats, saveSeats, offer }: Booking, maps: readonly SeatMap[]) {
  const [segmentId, setSegmentId] = useState(maps[0]?.segment_id ?? '')
  const seated = party.filter(needsSeat)
  const [activeId, setActiveId] = useState(seated[0]?.id ?? '')
  const [advice, setAdvice] = useState('')
  const nameOf = (id: string) => {
    const passenger = passengers?.[party.findIndex((member) => member.id === id)]
    return passenger ? `${passenger.firstName} ${passenger.lastName}` : ''
  }

  const view = (element: SeatElement, cabinClass: string): SeatView => {
    const held = holderOf(seats, segmentId, element.designator ?? '')
    const sold = seatOffer(element, activeId)
    return {
      element,
      // A seat in another currency could not stand in the same total.
      offer: sold?.currency === offer.price.currency ? sold : null,
      cabinClass,
      isLegroom: hasLegroom(element),
      holder: held ? party.findIndex(({ id }) => id === held.passengerId) + 1 : 0,
      isMine: held?.passengerId === activeId,
    }
  }

  const pick = ({ element, offer: sold, cabinClass, holder, isMine }: SeatView) => {
    if (holder > 0 && !isMine) return setActiveId(party[holder - 1]?.id ?? activeId)
    if (!sold) return
    const { designator, amount, currency } = sold
    const choice = {
      segmentId,
      passengerId: activeId,
      seatId: sold.id,
      designator,
      cabinClass,
      price: { amount, currency },
    }
    const next = choose(seats, choice)
    saveSeats(next)
    setAdvice(isMine ? '' : element.disclosures.join('. '))
    if (isMine) return
    void notify({ type: 'success', title: 'Seat Selected', description: `${designator} for ${nameOf(activeId)}.` })
    setActiveId(nextChooser(party, next, segmentId, activeId))
  }

  const showSegment = (id: string) => {
    setSegmentId(id)
    setAdvice('')
    setActiveId(seated.find((member) => !choiceOf(seats, id, member.id))?.id ?? seated[0]?.id ?? '')
  }

  return { segmentId, showSegment, seated, activeId, setActiveId, nameOf, view, pick, advice }
}

export type SeatPicker = ReturnType<typeof useSeatPicker>
