import { formatDayOfYear, isDate } from '@/lib/dates'
import type { PassengerFields, PassengerRules } from './passenger-form'
import { type PartyMember, type PassengerType, passengerTypes } from './passengers'

/** The ages that a ticket of each kind is for, in full years on the day of travel. */
export const ageBands: Record<PassengerType, { least: number; most: number; words: string; holder: string }> = {
  adult: { least: 12, most: 120, words: '12 or older', holder: 'an adult' },
  child: { least: 2, most: 11, words: '2 to 11', holder: 'a child' },
  infant_without_seat: { least: 0, most: 1, words: 'under 2', holder: 'an infant' },
}

/** "Aged 2 to 11 on Fri, Mar 12, 2027" */
export const ageHint = (type: PassengerType, travelDate: string) =>
  `Aged ${ageBands[type].words} on ${formatDayOfYear(travelDate)}`

/** Full years on a day. */
export function ageOn(dateOfBirth: string, day: string) {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

const typeAt = (age: number) => passengerTypes.find((type) => age >= ageBands[type].least) ?? 'infant_without_seat'

type Born = Pick<PassengerFields, 'dateOfBirth'>
type Days = Pick<PassengerRules, 'travelDate' | 'today'>

/** The ticket that somebody of this birth needs; the one he has, as long as the date is none to go by. */
const ticketOf = ({ dateOfBirth }: Born, { type }: PartyMember, { travelDate, today }: Days) =>
  isDate(dateOfBirth) && dateOfBirth <= today ? typeAt(ageOn(dateOfBirth, travelDate)) : type

/** How old somebody is whose ticket is for another age; null where it fits, or the date is none to go by. */
export function misfitAge(born: Born, member: PartyMember, days: Days) {
  return ticketOf(born, member, days) === member.type ? null : ageOn(born.dateOfBirth, days.travelDate)
}

/** How many of each kind travel by their dates of birth. */
export function countsByAge(passengers: readonly Born[], party: readonly PartyMember[], days: Days) {
  const tickets = party.map((member, index) => ticketOf(passengers[index] ?? { dateOfBirth: '' }, member, days))
  const count = (type: PassengerType) => tickets.filter((ticket) => ticket === type).length
  return { adults: count('adult'), children: count('child'), infants: count('infant_without_seat') }
}
