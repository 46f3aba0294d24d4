'use client'
import dynamic from 'next/dynamic'
import { useId, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import type { Offer } from '@/lib/api/types'
import * as compareWords from '@/messages/search/compare-button'
import * as whyWords from '@/messages/search/why-button'
import { compareButtonId } from '../hooks/use-compare-focus'
import type { HourWorth } from '../lib/offers'

const WhyHere = dynamic(() => import('./why-here').then((module) => module.WhyHere), { ssr: false })

export interface CardToolsProps {
  /** Whether the flight is chosen to be compared. */
  isCompared: boolean
  onCompare: (offerId: string) => void
  /** What an hour counts, where the list stands in the order "best". */
  hour: HourWorth | null
}

/** What an offer was weighed by. One that came before its page was answered has not been compared yet. */
function weighedBy({ against_cheapest: against, price }: Offer, hour: HourWorth | null) {
  const isAlone = hour !== null && price.currency !== hour.currency
  return against !== null || isAlone ? hour : null
}

type Props = CardToolsProps & { offer: Offer; name: string }

/** What may be done with a card beside opening it. */
export function CardTools({ offer, name, isCompared, onCompare, hour: known }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const hour = weighedBy(offer, known)
  return (
    <div className="foot">
      <div className="tools">
        {hour && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={whyWords.openOf({ offer: name })}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="info" size="sm" />
            {whyWords.open}
          </button>
        )}
        <button
          id={compareButtonId(offer.id)}
          type="button"
          aria-pressed={isCompared}
          aria-label={compareWords.compareOf({ offer: name })}
          onClick={() => onCompare(offer.id)}
        >
          <Icon name={isCompared ? 'check' : 'plus'} size="sm" />
          {compareWords.compare}
        </button>
      </div>
      {hour && (
        <div id={id} className="why" hidden={!isOpen}>
          {isOpen && <WhyHere offer={offer} hour={hour} />}
        </div>
      )}
    </div>
  )
}
