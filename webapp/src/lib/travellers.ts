/** What people who travel are called: by their age where it is known, and by their ticket where it is for another kind. */
import * as words from '@/messages/lib/travelers'
import { isChildAge, isInfantAge } from './criteria'

/** What somebody of one kind is called by their ticket, by their age, and by both. */
interface Kind {
  ticket: string
  aged: (of: { age: number }) => string
  onTicket: (of: { traveler: string }) => string
}

const adult: Kind = { ticket: words.adultTicket, aged: words.adultAged, onTicket: words.onAdultTicket }
const child: Kind = { ticket: words.childTicket, aged: words.childAged, onTicket: words.onChildTicket }
const infant: Kind = { ticket: words.infantTicket, aged: words.infantAged, onTicket: words.onInfantTicket }

const kinds: Record<string, Kind> = { adult, child, infant, infant_without_seat: infant }

/** "Adult ticket": what was sold, by the API's type of a passenger. */
export const ticketLabel = (type: string) => kinds[type]?.ticket ?? type

/** What airlines print before the name of somebody who has only one: "first name unknown". */
export const FIRST_NAME_UNKNOWN = 'FNU'

/** The name to call somebody by. */
export const calledName = (firstName: string, lastName: string) =>
  firstName.toUpperCase() === FIRST_NAME_UNKNOWN ? lastName : firstName

interface Name {
  firstName: string
  lastName: string
}

const called = ({ firstName, lastName }: Name) => calledName(firstName, lastName)

/** What to call somebody by among others, with them: by both names where another one is called alike. */
export function calledAmong(one: Name, all: readonly Name[]) {
  const name = called(one)
  const alike = all.filter((other) => called(other).toUpperCase() === name.toUpperCase())
  return alike.length > 1 ? `${one.firstName} ${one.lastName}` : name
}

/** "Child aged 4"; "Child aged 14, adult ticket" where the airline counts them as an adult. */
export function ageLabel(type: string, age: number): string {
  const kind = isInfantAge(age) ? infant : isChildAge(age) ? child : adult
  const sold = kinds[type]
  const traveler = kind.aged({ age })
  if (sold === kind) return traveler
  return sold ? sold.onTicket({ traveler }) : words.onOtherTicket({ traveler, ticket: type })
}
