'use client'
import { createContext, useMemo, useState } from 'react'
import { type Facts, factsOf } from '@/components/offer/cabin'
import { notify } from '@/components/ui/toast/notify'
import type { Offer, SeatMap } from '@/lib/api/types'
import type { SeatElement, SeatOffer } from '@/lib/seats'
import { seatOffer } from '@/lib/sold-seats'
import * as words from '@/messages/booking/seats'
import { exitBarrier } from '../lib/exit-rows'
import { needsSeat } from '../lib/passengers'
import { choiceOf, choose, holderOf, nextChooser } from '../lib/seat-choices'
import { refusalWords, removalWords, type SeatView } from '../lib/seat-words'
import { wayOf } from '../lib/way-of'
import { useSeatsStep, useTrip } from './booking-contexts'
import { useRequired } from './use-required'

/** A flight that has a map, and what it is called: "JFK to LHR". */
function flightOf({ slices }: Offer, id: string) {
  const segment = slices.flatMap(({ segments }) => segments).find((one) => one.id === id)
  return { id, segment, way: segment ? wayOf(segment) : words.flight }
}

/** What is said of the last seat that was pressed. */
function useSeatNews() {
  /** What the airline says of a seat that was chosen. */
  const [advice, setAdvice] = useState('')
  /** For people who listen. That a seat was chosen is told by a toast. */
  const [spoken, setSpoken] = useState('')
  const say = (text: string) => {
    setAdvice('')
    setSpoken(text)
  }
  return {
    advice,
    spoken,
    forget: () => say(''),
    removed: (seat: SeatOffer) => say(removalWords(seat)),
    refused: (view: SeatView) => setSpoken(refusalWords(view)),
    nowFor: (name: string) => say(words.nowFor({ name })),
    chosen: ({ designator, disclosures }: SeatElement, name: string, nextName: string | null) => {
      const seat = designator ?? ''
      setSpoken(nextName ? words.nowFor({ name: nextName }) : '')
      setAdvice(disclosures.length > 0 ? words.advice({ seat, disclosures: disclosures.join('. ') }) : '')
      void notify({ type: 'success', title: words.selectedTitle, description: words.selected({ seat, name }) })
    },
  }
}

/** Choosing seats on one flight at a time, for one passenger at a time. */
export function useSeatPicker(maps: readonly SeatMap[]) {
  const { party, passengers, seats, offer } = useTrip()
  const { saveSeats } = useSeatsStep()
  const [segmentId, setSegmentId] = useState(maps[0]?.segment_id ?? '')
  const seated = party.filter(needsSeat)
  const [activeId, setActiveId] = useState(seated[0]?.id ?? '')
  const news = useSeatNews()
  const flights = maps.map(({ segment_id: id }) => flightOf(offer, id))
  const map = maps.find(({ segment_id: id }) => id === segmentId)
  const facts = useMemo((): Facts => (map ? factsOf(map) : new Map()), [map])
  const factsByElement = useMemo(() => new Map([...facts.values()].map((own) => [own.element, own])), [facts])
  const nameOf = (id: string) => {
    const passenger = passengers?.[party.findIndex((member) => member.id === id)]
    return passenger ? `${passenger.firstName} ${passenger.lastName}` : ''
  }

  const departure = (offer.slices[0]?.segments[0]?.departing_at ?? '').slice(0, 10)
  const barrierOf = (id: string) => exitBarrier({ party, passengers, departure }, id)

  /** Null for what is on another map. */
  const view = (element: SeatElement, cabinClass: string): SeatView | null => {
    const own = factsByElement.get(element)
    if (!own) return null
    const held = holderOf(seats, segmentId, element.designator ?? '')
    const sold = seatOffer(element, activeId)
    return {
      element,
      facts: own,
      // A seat in another currency could not stand in the same total.
      offer: sold?.currency === offer.price.currency ? sold : null,
      cabinClass,
      barrier: own.isExit ? barrierOf(activeId) : null,
      holder: held ? party.findIndex(({ id }) => id === held.passengerId) + 1 : 0,
      isMine: held?.passengerId === activeId,
    }
  }

  const pick = ({ element, offer: sold, cabinClass, barrier, holder, isMine }: SeatView) => {
    if (holder > 0 && !isMine) {
      const id = party[holder - 1]?.id ?? activeId
      news.nowFor(nameOf(id))
      return setActiveId(id)
    }
    if (!sold || barrier) return
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
    if (isMine) return news.removed(sold)
    const nextId = nextChooser(party, next, segmentId, activeId)
    news.chosen(element, nameOf(activeId), nextId === activeId ? null : nameOf(nextId))
    setActiveId(nextId)
  }

  const showSegment = (id: string) => {
    setSegmentId(id)
    news.forget()
    setActiveId(seated.find((member) => !choiceOf(seats, id, member.id))?.id ?? seated[0]?.id ?? '')
  }

  const isAnyoneBarred = seated.some(({ id }) => barrierOf(id) !== null)
  const hasExitRule = isAnyoneBarred && [...facts.values()].some(({ isExit }) => isExit)
  return {
    flights,
    segmentId,
    map,
    facts,
    hasExitRule,
    showSegment,
    seated,
    activeId,
    setActiveId,
    nameOf,
    view,
    pick,
    refuse: news.refused,
    advice: news.advice,
    spokenNews: news.spoken,
  }
}

export type SeatPicker = ReturnType<typeof useSeatPicker>

export const PickerContext = createContext<SeatPicker | null>(null)
export const usePicker = () => useRequired(PickerContext)
