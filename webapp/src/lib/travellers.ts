/** What people who travel are called: by their age where it is known, and by their ticket where it is for another kind. */
import { isChildAge, isInfantAge } from './criteria'

const kinds: Record<string, string> = {
  adult: 'Adult',
  child: 'Child',
  infant: 'Infant',
  infant_without_seat: 'Infant',
}

/** "Adult ticket": what was sold, by the API's type of a passenger. */
export const ticketLabel = (type: string) => (kinds[type] ? `${kinds[type]} ticket` : type)

/** "Child aged 4"; "Child aged 14, adult ticket" where the airline counts them as an adult. */
export function ageLabel(type: string, age: number): string {
  const kind = isInfantAge(age) ? 'Infant' : isChildAge(age) ? 'Child' : 'Adult'
  const who = age === 0 ? `${kind} under 1` : `${kind} aged ${age}`
  return kinds[type] === kind ? who : `${who}, ${ticketLabel(type).toLowerCase()}`
}
