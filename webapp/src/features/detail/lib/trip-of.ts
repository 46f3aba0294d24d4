import type { Offer } from '@/lib/api/types'
import { cabinClasses, isComplete, type SearchCriteria } from '@/lib/criteria'
import { firstSegment, inbound, outbound } from '@/lib/flights'

/** The search that led to an offer; of an offer that was opened by itself, its own days, party and cabin. */
export function tripOf(offer: Offer, searched: SearchCriteria): SearchCriteria {
  if (isComplete(searched)) return searched
  const [out, back] = [outbound(offer), inbound(offer)]
  const cabin = out && firstSegment(out)?.cabin_class
  return {
    origin: out?.origin.iata_code ?? '',
    destination: out?.destination.iata_code ?? '',
    departureDate: dayOf(out),
    returnDate: back ? dayOf(back) : null,
    cabinClass: cabinClasses.find((known) => known === cabin) ?? 'economy',
    ...partyOf(offer),
    tripType: back ? 'round-trip' : 'one-way',
  }
}

type Leg = ReturnType<typeof outbound>

/** The local day of departure. */
const dayOf = (leg: Leg) => (leg && firstSegment(leg)?.departing_at.slice(0, 10)) ?? ''

/** Ages where all of children and infants are known: they are searched by age, or all by kind. */
function partyOf({ passengers }: Offer) {
  const of = (kind: string) => passengers.filter(({ type }) => type === kind)
  const [children, infants] = [of('child'), of('infant_without_seat')]
  const ages = [...children, ...infants].flatMap(({ age }) => age ?? [])
  const areKnown = ages.length === children.length + infants.length
  return {
    adults: of('adult').length,
    children: children.length,
    infants: infants.length,
    ages: areKnown ? ages : [],
  }
}
