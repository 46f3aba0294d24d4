import type { Offer } from '@/lib/api/types'
import { OLDEST_CHILD } from '@/lib/criteria'
import { ageLabel } from '@/lib/travellers'
import * as words from '@/messages/booking/passengers'

export const passengerTypes = ['adult', 'child', 'infant_without_seat'] as const
export type PassengerType = (typeof passengerTypes)[number]

const typeLabels: Record<PassengerType, string> = {
  adult: words.adult,
  child: words.child,
  infant_without_seat: words.infant,
}

/** A place in the party: the offer's own passenger where the offer names one. */
export interface PartyMember {
  /** The offer's passenger id; "" where the offer lists nobody. */
  id: string
  type: PassengerType
  /** Of a child or an infant who was searched for by age: full years on the day of travel. The ticket is for no other. */
  age?: number
}

/** "Child (2-11 years)", or "Child aged 4" where the ticket is for one age. */
export const memberLabel = ({ type, age }: PartyMember) => (age === undefined ? typeLabels[type] : ageLabel(type, age))

const isType = (type: string): type is PassengerType => passengerTypes.includes(type as PassengerType)

const countOf = (params: URLSearchParams, name: string) => {
  const value = params.get(name)
  return value !== null && /^\d$/.test(value) ? Number(value) : null
}

function memberOf({ id, type, age }: Offer['passengers'][number]): PartyMember {
  const isByAge = age !== null && age <= OLDEST_CHILD
  return { id, type: isType(type) ? type : 'adult', ...(isByAge && { age }) }
}

/**
 * Who travels, adults first. The address says how many; an offer is priced for its own passengers, so where the two
 * differ the offer wins, and the address is only asked when the offer lists nobody.
 */
export function partyOf(offer: Pick<Offer, 'passengers'>, params: URLSearchParams): PartyMember[] {
  if (offer.passengers.length > 0) {
    const members = offer.passengers.map(memberOf)
    return members.toSorted((a, b) => passengerTypes.indexOf(a.type) - passengerTypes.indexOf(b.type))
  }
  const counts = [countOf(params, 'adults') || 1, countOf(params, 'children') ?? 0, countOf(params, 'infants') ?? 0]
  return passengerTypes.flatMap((type, index) => Array.from({ length: counts[index] ?? 0 }, () => ({ id: '', type })))
}

/** Lap infants sit with an adult. */
export const needsSeat = ({ type }: PartyMember) => type !== 'infant_without_seat'
