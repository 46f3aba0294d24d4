import { isChildAge, type TravellerCounts, YOUNGEST_CHILD } from '@/lib/criteria'
import { formatDayOfYear, isDate } from '@/lib/dates'
import * as words from '@/messages/booking/passengers'
import type { PassengerFields, PassengerRules } from './passenger-form'
import { type PartyMember, type PassengerType, passengerTypes } from './passengers'

interface AgeBand {
  least: number
  most: number
}

/** Beyond it a digit of the year is wrong. svc-booking has the same bound. */
export const OLDEST = 120

const bands: Record<PassengerType, AgeBand> = {
  adult: { least: 12, most: OLDEST },
  child: { least: YOUNGEST_CHILD, most: 11 },
  infant_without_seat: { least: 0, most: YOUNGEST_CHILD - 1 },
}

/** The ages that a ticket is for, in full years on the day of travel. Who was searched for by age has that very age. */
const bandOf = ({ type, age }: PartyMember): AgeBand => (age === undefined ? bands[type] : { least: age, most: age })

/** "Must be 2 to 11 on Fri, Mar 12, 2027" */
export const ageHint = (member: PartyMember, travelDate: string) =>
  words.ageHint({ ...fareOf(member), day: formatDayOfYear(travelDate) })

/** Whom a ticket is for, as the messages tell them apart. */
export function fareOf({ type, age }: PartyMember) {
  const isInfant = type === 'infant_without_seat'
  if (age === undefined) return { fare: isInfant ? 'infant' : type, age: 0 }
  return { fare: isInfant ? 'infantOfAge' : 'childOfAge', age }
}

/** Full years on a day. */
export function ageOn(dateOfBirth: string, day: string) {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

export function isOfAge(age: number, member: PartyMember) {
  const { least, most } = bandOf(member)
  return age >= least && age <= most
}

/** Who was searched for by age is a child up to 17, where tickets are sold by kind up to 11. */
function typeAt(age: number, isByAge: boolean): PassengerType {
  if (isByAge && isChildAge(age)) return 'child'
  return passengerTypes.find((type) => age >= bands[type].least) ?? 'infant_without_seat'
}

type Born = Pick<PassengerFields, 'dateOfBirth'>
type Days = Pick<PassengerRules, 'travelDate' | 'today'>

/** Null as long as the date is none to go by. */
function knownAge({ dateOfBirth }: Born, { travelDate, today }: Days) {
  if (!isDate(dateOfBirth) || dateOfBirth > today) return null
  const age = ageOn(dateOfBirth, travelDate)
  return age > OLDEST ? null : age
}

/** How old somebody is whose ticket is for another age; null where it fits, or the date is none to go by. */
export function misfitAge(born: Born, member: PartyMember, days: Days) {
  const age = knownAge(born, days)
  return age === null || isOfAge(age, member) ? null : age
}

/** As whom somebody is searched for: by the date of birth where the ticket is for another age, else as before. */
function searchedAs(born: Born, member: PartyMember, days: Days): Searched {
  const misfit = misfitAge(born, member, days)
  if (misfit !== null) return { type: typeAt(misfit, member.age !== undefined), age: misfit }
  // An airline may sell somebody of 14 an adult's ticket: they were counted as a child.
  const isAdultByAge = member.type === 'adult' && member.age !== undefined
  return { type: isAdultByAge ? 'child' : member.type, age: member.age ?? knownAge(born, days) }
}

interface Searched {
  type: PassengerType
  age: number | null
}

/**
 * How many of each kind travel by their dates of birth. Their ages are known only together: one that is not leaves them
 * all out.
 */
export function countsByAge(passengers: readonly Born[], party: readonly PartyMember[], days: Days): TravellerCounts {
  const searched = party.map((member, index) => searchedAs(passengers[index] ?? { dateOfBirth: '' }, member, days))
  const of = (type: PassengerType) => searched.filter((one) => one.type === type)
  const [children, infants] = [of('child'), of('infant_without_seat')]
  const ages = [...children, ...infants].map(({ age }) => age).filter((age) => age !== null)
  return {
    adults: of('adult').length,
    children: children.length,
    infants: infants.length,
    ages: ages.length === children.length + infants.length ? ages : [],
  }
}
