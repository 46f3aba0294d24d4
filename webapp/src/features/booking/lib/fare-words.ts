import type { Fare, Offer } from '@/lib/api/types'
import { bagCounts } from '@/lib/flights'
import { formatTotal } from '@/lib/money'
import * as words from '@/messages/booking/fare-with-bags'
import type { ChosenBag } from './bag-choices'
import { sumWithBags } from './fare-with-bags'
import { needsSeat, type PartyMember } from './passengers'

interface Trip {
  offer: Offer
  party: readonly PartyMember[]
}

/** "Economy Classic includes a checked bag each: $1,496 in total, compared with $1,530 for this fare with ..." */
export function inclusionInWords(
  { fare_brand_name: name, baggages, price }: Fare,
  bags: readonly ChosenBag[],
  { offer, party }: Trip,
) {
  const own = sumWithBags({ offer, bags })
  const { checked, carry_on: cabin } = bagCounts(baggages)
  const values = {
    fare: name ?? words.unnamed,
    travelers: party.filter(needsSeat).length,
    bags: checked ?? 0,
    total: formatTotal(price.amount, price.currency),
    own: formatTotal(own.amount, own.currency),
  }
  const hasCabinBag = bags.some(({ kind }) => kind === 'carry_on')
  return hasCabinBag ? words.includesBoth({ ...values, cabin: cabin ?? 0 }) : words.includes(values)
}
