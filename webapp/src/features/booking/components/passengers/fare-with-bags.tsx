'use client'
import { useEffect } from 'react'
import { AppLink } from '@/components/ui/app-link'
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
  /** Has it read out, "" once it is gone. */
  onTold: (words: string) => void
}

/** Says which other fare of the same flights includes the chosen bags for less, and leads to its page. */
export function FareWithBags({ onTold }: Props) {
  const found = useFareWithBags()
  const { isGone, isRefused } = useOfferStatus()
  return found && !isGone && !isRefused && <Hint found={found} onTold={onTold} />
}

function Hint({ found, onTold }: Props & { found: Found }) {
  const { fare } = found
  const { carried } = usePassengersStep()
  const told = useToldOf(found)
  useEffect(() => {
    onTold(told)
    return () => onTold('')
  }, [onTold, told])
  const note = () => noteChosenAt(fare.offer_id, fare.price)
  return (
    <p>
      {told}{' '}
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
function useToldOf({ fare: { fare_brand_name: name, baggages, price }, bags }: Found) {
  const { offer, party } = useTrip()
  const { checked, carry_on: cabin } = bagCounts(baggages)
  const own = sumWithBags({ offer, bags })
  const told = {
    fare: name ?? words.unnamed,
    travelers: party.filter(needsSeat).length,
    bags: checked ?? 0,
    total: formatTotal(price.amount, price.currency),
  }
  const hasCabinBag = bags.some(({ kind }) => kind === 'carry_on')
  const includes = hasCabinBag ? words.includesBoth({ ...told, cabin: cabin ?? 0 }) : words.includes(told)
  return `${includes} ${words.thisFare({ total: formatTotal(own.amount, own.currency) })}`
}
