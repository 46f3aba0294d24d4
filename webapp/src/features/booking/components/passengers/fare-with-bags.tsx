'use client'
import { AppLink } from '@/components/ui/app-link'
import type { Fare } from '@/lib/api/types'
import { bagCounts } from '@/lib/flights'
import { formatTotal } from '@/lib/money'
import { routes, withQuery } from '@/lib/routes'
import { noteChosenAt } from '@/lib/shown-prices'
import * as words from '@/messages/booking/fare-with-bags'
import { useOfferStatus, usePassengersStep, useTrip } from '../../hooks/booking-contexts'
import { useFareWithBags } from '../../hooks/use-fare-with-bags'
import { sumWithBags } from '../../lib/fare-with-bags'
import { needsSeat } from '../../lib/passengers'

/** Says which other fare of the same flights includes the chosen bags for less, and leads to its page. */
export function FareWithBags() {
  const fare = useFareWithBags()
  const { isGone, isRefused } = useOfferStatus()
  return fare && !isGone && !isRefused && <Hint fare={fare} />
}

function Hint({ fare }: { fare: Fare }) {
  const { offer, bags } = useTrip()
  const { carried } = usePassengersStep()
  const includes = useIncludedInWords(fare)
  const own = sumWithBags({ offer, bags })
  const note = () => noteChosenAt(fare.offer_id, fare.price)
  return (
    <p>
      {includes} {words.thisFare({ total: formatTotal(own.amount, own.currency) })}{' '}
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

/** "Economy Classic includes a checked bag for each traveler: $1,496 in total." */
function useIncludedInWords({ fare_brand_name: name, baggages, price }: Fare) {
  const { party, bags } = useTrip()
  const { checked, carry_on: cabin } = bagCounts(baggages)
  const told = {
    fare: name ?? words.unnamed,
    travelers: party.filter(needsSeat).length,
    bags: checked ?? 0,
    total: formatTotal(price.amount, price.currency),
  }
  const hasCabinBag = bags.some(({ kind }) => kind === 'carry_on')
  return hasCabinBag ? words.includesBoth({ ...told, cabin: cabin ?? 0 }) : words.includes(told)
}
