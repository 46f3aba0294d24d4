import { isDate } from '@/lib/dates'
import * as words from '@/messages/booking/seats'
import { ageOn } from './ages'
import type { PassengerFields } from './passenger-form'
import type { PartyMember } from './passengers'

/** In full years on the day of departure. 14 CFR 121.585 asks for 15, most airlines for 16. */
const YOUNGEST = 16

export const EXIT_RULE = words.exitRule({ age: YOUNGEST })

interface Travellers {
  party: readonly PartyMember[]
  /** By place in the party, as far as they are typed. */
  passengers: readonly Pick<PassengerFields, 'dateOfBirth'>[] | null
  /** The day of the first flight. */
  departure: string
}

/** Why a passenger may not sit in an exit row; null where they may. */
export function exitBarrier({ party, passengers, departure }: Travellers, passengerId: string): string | null {
  const index = party.findIndex(({ id }) => id === passengerId)
  const member = party[index]
  if (!member || isTooYoung(member, passengers?.[index]?.dateOfBirth ?? '', departure)) {
    return words.exitTooYoung({ age: YOUNGEST })
  }
  return hasLapInfant(party, member) ? words.exitLapInfant : null
}

/** An adult's ticket is sold from 12 on: the age that was searched for and the date of birth say more. */
function isTooYoung({ type, age }: PartyMember, dateOfBirth: string, departure: string) {
  const ages = [age, isDate(dateOfBirth) ? ageOn(dateOfBirth, departure) : undefined]
  return type !== 'adult' || ages.some((years) => years !== undefined && years < YOUNGEST)
}

/** Infants sit with the adults in the order of the party; the booking hands them out alike. */
function hasLapInfant(party: readonly PartyMember[], adult: PartyMember) {
  const infants = party.filter(({ type }) => type === 'infant_without_seat').length
  return party.filter(({ type }) => type === 'adult').indexOf(adult) < infants
}
