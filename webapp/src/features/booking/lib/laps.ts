import { calledAmong } from '@/lib/travellers'
import type { PassengerFields } from './passenger-form'
import type { PartyMember, PassengerType } from './passengers'

type Named = Pick<PassengerFields, 'firstName' | 'lastName'>

/** What the adult is called on whose lap an infant sits, told from other adults; null for anybody else. */
export function adultNameOf(infant: number, party: readonly PartyMember[], passengers: readonly Named[]) {
  const adult = passengers[adultOf(infant, party) ?? -1]
  const adults = passengers.filter((_, place) => party[place]?.type === 'adult')
  return adult ? calledAmong(adult, adults) : null
}

/** Where in the party that adult stands: the first adult has the first infant, and so on. */
function adultOf(infant: number, party: readonly PartyMember[]) {
  const places = (type: PassengerType) => party.flatMap((member, place) => (member.type === type ? [place] : []))
  return places('adult')[places('infant_without_seat').indexOf(infant)]
}
