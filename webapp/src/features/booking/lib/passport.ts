import type { Offer } from '@/lib/api/types'
import { daysBetween } from '@/lib/dates'

const SHORT_VALIDITY_DAYS = 180

/** Countries that issue the passports we are most often shown. */
export const passportCountries: readonly [code: string, name: string][] = [
  ['AU', 'Australia'],
  ['AT', 'Austria'],
  ['BE', 'Belgium'],
  ['BR', 'Brazil'],
  ['CA', 'Canada'],
  ['CN', 'China'],
  ['DK', 'Denmark'],
  ['FI', 'Finland'],
  ['FR', 'France'],
  ['DE', 'Germany'],
  ['IN', 'India'],
  ['IE', 'Ireland'],
  ['IT', 'Italy'],
  ['JP', 'Japan'],
  ['MX', 'Mexico'],
  ['NL', 'Netherlands'],
  ['NZ', 'New Zealand'],
  ['NO', 'Norway'],
  ['PT', 'Portugal'],
  ['ES', 'Spain'],
  ['SE', 'Sweden'],
  ['CH', 'Switzerland'],
  ['GB', 'United Kingdom'],
  ['US', 'United States'],
]

interface Ends {
  origin: { iata_code: string; country_code: string }
  destination: { iata_code: string; country_code: string }
}

const crossesBorder = ({ origin, destination }: Ends) => origin.country_code !== destination.country_code
const isNewYorkLondon = ({ origin, destination }: Ends) =>
  [origin.iata_code, destination.iata_code].sort().join() === 'JFK,LHR'

/** The airline asks for it, or a slice or flight ends in another country. */
export function isPassportRequired(
  offer: Pick<Offer, 'passenger_identity_documents_required'> & {
    slices: readonly (Ends & { segments: readonly Ends[] })[]
  },
): boolean {
  const ways: Ends[] = offer.slices.flatMap((slice) => [slice, ...slice.segments])
  return offer.passenger_identity_documents_required || ways.some((way) => crossesBorder(way) || isNewYorkLondon(way))
}

/** As it is kept: capitals, no spaces. */
export const normalisedNumber = (text: string) => text.replace(/\s+/g, '').toUpperCase()

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

/** A word beside the date while it is typed; no obstacle. Many countries ask for six months after the journey. */
export function expiryHint(expiry: string, today: string, travelDate: string): string | null {
  if (!expiry) return null
  if (expiry <= today) return 'Passport has expired'
  const last = travelDate > today ? travelDate : today
  return daysBetween(last, expiry) < SHORT_VALIDITY_DAYS ? 'Less than 6 months validity' : null
}
