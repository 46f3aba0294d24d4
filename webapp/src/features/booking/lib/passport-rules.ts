/** What is wrong with a passport. Apart from passport.ts, so that the form's fields load without these rules. */

export function numberProblem(number: string): string | null {
  if (number === '') return 'Passport number is required'
  if (number.length < 5) return 'Passport number must be at least 5 characters'
  if (number.length > 20) return 'Passport number cannot exceed 20 characters'
  return /^[A-Z0-9]+$/i.test(number) ? null : 'Passport number can only contain letters and numbers'
}

/** `travelDate`: of the last flight. */
export function expiryProblem(expiry: string, today: string, travelDate: string): string | null {
  if (!expiry) return 'Passport expiry date is required'
  if (expiry <= today) return 'Passport must not be expired'
  return expiry < travelDate ? 'Passport must be valid on the day of the last flight' : null
}

export function countryProblem(country: string): string | null {
  if (country === '') return 'Choose the issuing country'
  if (country.length !== 2) return 'Country code must be exactly 2 characters (ISO code)'
  return /^[A-Z]{2}$/i.test(country) ? null : 'Country code must contain only letters'
}
