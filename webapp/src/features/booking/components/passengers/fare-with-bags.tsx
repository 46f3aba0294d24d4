'use client'
import { useEffect } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { hasPassed } from '@/lib/countdown'
import { bagCounts } from '@/lib/flights'
import { formatTotal } from '@/lib/money'
import { routes, withQuery } from '@/lib/routes'
import { noteChosenAt } from '@/lib/shown-prices'
import * as words from '@/messages/booking/fare-with-bags'
import { useOfferStatus, usePassengersStep, useTrip } from '../../hooks/booking-contexts'
import { type FareWithBags as Found, useFareWithBags } from '../../hooks/use-fare-with-bags'
import { sumWithBags } from '../../lib/fare-with-bags'
import { needsSeat } from '../../lib/passengers'

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
  const { fare } = found
  const { carried } = usePassengersStep()
  const sentence = useSentence(found)
  useEffect(() => {
    onAnnounce(sentence)
    return () => onAnnounce('')
  }, [onAnnounce, sentence])
  const note = () => noteChosenAt(fare.offer_id, fare.price)
  return (
    <p>
      {sentence}{' '}
      <AppLink
        href={withQuery(routes.flight(fare.offer_id), carried)}
        prefetch={false}
        // A press of any button: the flight may be opened in another tab too.
        onPointerDown={note}
        onClick={note}
      >
        {words.see}
      </AppLink>
    </p>
  )
}

/** "Economy Classic includes a checked bag for each traveler: $1,496 in total. This fare with your bags is $1,530." */
function useSentence({ fare: { fare_brand_name: name, baggages, price }, bags }: Found) {
  const { offer, party } = useTrip()
  const { checked, carry_on: cabin } = bagCounts(baggages)
  const own = sumWithBags({ offer, bags })
  const values = {
    fare: name ?? words.unnamed,
    travelers: party.filter(needsSeat).length,
    bags: checked ?? 0,
    total: formatTotal(price.amount, price.currency),
  }
  const hasCabinBag = bags.some(({ kind }) => kind === 'carry_on')
  const includes = hasCabinBag ? words.includesBoth({ ...values, cabin: cabin ?? 0 }) : words.includes(values)
  return `${includes} ${words.thisFare({ total: formatTotal(own.amount, own.currency) })}`
}
