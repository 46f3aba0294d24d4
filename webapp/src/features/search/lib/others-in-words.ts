import type { Offer } from '@/lib/api/types'
import * as words from '@/messages/search/offer'
import { type Departure, journeyKey } from './departures'

/** "3 more return flights with this departure", "2 more fares for this flight": what folds below the first offer. */
export function othersInWords({ first, others }: Departure) {
  const itineraries = new Set([first, ...others].map(journeyKey))
  const returns = itineraries.size - 1
  const fares = others.length - returns
  if (returns === 0)
    return isOneFlight(first) ? words.moreFaresOfFlight({ fares }) : words.moreFaresOfFlights({ fares })
  return fares > 0 ? words.moreReturnsAndFares({ returns, fares }) : words.moreReturns({ returns })
}

const isOneFlight = ({ slices }: Offer) => slices.flatMap(({ segments }) => segments).length === 1
