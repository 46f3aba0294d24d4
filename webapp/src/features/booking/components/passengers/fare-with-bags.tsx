'use client'
import { useEffect } from 'react'
import { AppLink } from '@/components/ui/app-link'
import type { Fare } from '@/lib/api/types'
import { hasPassed } from '@/lib/countdown'
import { routes, withQuery } from '@/lib/routes'
import { noteChosenAt } from '@/lib/shown-prices'
import * as words from '@/messages/booking/fare-with-bags'
import { useOfferStatus, usePassengersStep, useTrip } from '../../hooks/booking-contexts'
import { type FareWithBags as Found, useFareWithBags } from '../../hooks/use-fare-with-bags'
import { inclusionInWords } from '../../lib/fare-words'

interface Props {
  /** Announces the sentence to screen readers; an empty string clears it. */
  onAnnounce: (sentence: string) => void
}

/** Says which other fare of the same flights includes the chosen bags for less, and leads to its page. */
export function FareWithBags({ onAnnounce }: Props) {
  const found = useFareWithBags()
  const { isGone, isRefused } = useOfferStatus()
  if (!found || hasPassed(found.fare.expires_at) || isGone || isRefused) return null
  return <Hint found={found} onAnnounce={onAnnounce} />
}

function Hint({ found, onAnnounce }: Props & { found: Found }) {
  const sentence = inclusionInWords(found.fare, found.bags, useTrip())
  useEffect(() => {
    onAnnounce(sentence)
    return () => onAnnounce('')
  }, [onAnnounce, sentence])
  return (
    <p>
      {sentence} <FareLink fare={found.fare} />
    </p>
  )
}

/** Leads to the page of the flights with the fare. */
export function FareLink({ fare }: { fare: Fare }) {
  const { carried } = usePassengersStep()
  const note = () => noteChosenAt(fare.offer_id, fare.price)
  return (
    <AppLink
      href={withQuery(routes.flight(fare.offer_id), carried)}
      prefetch={false}
      // A press of any button: the flight may be opened in another tab too.
      onPointerDown={note}
      onClick={note}
    >
      {words.see}
    </AppLink>
  )
}
