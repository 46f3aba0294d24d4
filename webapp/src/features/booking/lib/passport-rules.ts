/** What is wrong with a passport. Apart from passport.ts, so that the form's fields load without these rules. */
import * as words from '@/messages/booking/passenger-rules'

export function numberProblem(number: string): string | null {
  if (number === '') return words.passportNumberRequired
  if (number.length < 5) return words.passportNumberShort
  if (number.length > 20) return words.passportNumberLong
  return /^[A-Z0-9]+$/i.test(number) ? null : words.passportNumberSigns
}

/** `travelDate`: of the last flight. */
export function expiryProblem(expiry: string, today: string, travelDate: string): string | null {
  if (!expiry) return words.passportExpiryRequired
  if (expiry <= today) return words.passportExpired
  return expiry < travelDate ? words.passportExpiresEarly : null
}

export function countryProblem(country: string): string | null {
  if (country === '') return words.countryRequired
  if (country.length !== 2) return words.countryLength
  return /^[A-Z]{2}$/i.test(country) ? null : words.countrySigns
}
