'use client'
import { type ComponentProps, createContext, useContext, useId, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import type { Offer } from '@/lib/api/types'
import { latePart, useLatePart } from '@/lib/late-part'
import * as failureWords from '@/messages/lib/failures'
import * as compareWords from '@/messages/search/compare-button'
import * as whyWords from '@/messages/search/why-button'
import { compareButtonId } from '../hooks/use-compare-focus'
import type { HourWorth } from '../lib/offers'
import type { WhyHere } from './why-here'

const whyPart = latePart(() => import('./why-here'))

/** The offers whose reasons are open: they stay so where the list is drawn anew. Null where there is no list. */
export const OpenReasons = createContext<Set<string> | null>(null)

export interface CardToolsProps {
  /** Whether the flight is chosen to be compared. */
  isCompared: boolean
  onCompare: (offerId: string) => void
  /** What an hour counts, where the list stands in the order "best". */
  hour: HourWorth | null
  /** Each price is told with a bag too. */
  withBag: boolean
}

/** What an offer was weighed by. One that came before its page was answered has not been compared yet. */
function weighedBy({ against_cheapest: against, price }: Offer, hour: HourWorth | null) {
  const isAlone = hour !== null && price.currency !== hour.currency
  return against !== null || isAlone ? hour : null
}

type Props = CardToolsProps & { offer: Offer; name: string }

/** What may be done with a card beside opening it. */
export function CardTools({ offer, name, isCompared, onCompare, hour: known, withBag }: Props) {
  const open = useContext(OpenReasons)
  const [isOpen, setOpen] = useState(() => open?.has(offer.id) ?? false)
  const id = useId()
  const hour = weighedBy(offer, known)
  const toggle = () => {
    if (isOpen) open?.delete(offer.id)
    else open?.add(offer.id)
    setOpen(!isOpen)
  }
  return (
    <div className="foot">
      <div className="tools">
        {hour && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={whyWords.openOf({ offer: name })}
            onClick={toggle}
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
          {isOpen && <Reasons offer={offer} hour={hour} withBag={withBag} />}
        </div>
      )}
    </div>
  )
}

/** Where they can't be fetched the next press of the button fetches them again. */
function Reasons(props: ComponentProps<typeof WhyHere>) {
  const { here, failure } = useLatePart(whyPart)
  if (here) return <here.WhyHere {...props} />
  return failure && <p role="alert">{failureWords.partNotLoaded}</p>
}
