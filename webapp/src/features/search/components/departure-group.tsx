import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { Offer } from '@/lib/api/types'
import { formatPrice } from '@/lib/money'
import * as words from '@/messages/search/offer'
import type { Departure } from '../lib/departures'
import { sortOffers } from '../lib/offers'
import { othersInWords } from '../lib/others-in-words'

interface Props {
  departure: Departure
  isOpen: boolean
  onToggle: (departure: Departure) => void
  /** Cards tell their prices with a bag: that of the button has none. */
  withBag: boolean
  /** Draws an offer, with its id as the key. */
  card: (offer: Offer) => ReactNode
}

/** The first offer of a departure, and the others folded below it. A card keeps its element when their order changes. */
export function DepartureGroup({ departure, isOpen, onToggle, withBag, card }: Props) {
  const { first, others } = departure
  const lowest = sortOffers(others, 'price-asc')[0]?.price
  const othersFrom = withBag ? words.othersFromWithoutBags : words.othersFrom
  const fold = lowest && (
    <Button key="others" className="others" variant="ghost" aria-expanded={isOpen} onClick={() => onToggle(departure)}>
      <Icon name="chevron-down" size="sm" />
      <span>
        {othersFrom({
          others: othersInWords(departure),
          price: formatPrice(lowest.amount, lowest.currency),
        })}
      </span>
    </Button>
  )
  return <div className="departure">{[card(first), fold, ...(isOpen ? others.map(card) : [])]}</div>
}
