import type { BookingData, Carrier } from '@/lib/api/types'

type Slices = BookingData['slices']

const carriersOf = (slices: Slices): Carrier[] =>
  slices.flatMap(({ segments }) => segments).map(({ marketing_carrier: carrier }) => carrier)

/** The one airline that sells all flights of a trip; null where several do. */
export function soleAirline(slices: Slices): Carrier | null {
  const [first, ...others] = carriersOf(slices)
  return first && others.every(({ iata_code: code }) => code === first.iata_code) ? first : null
}

/** "AI travel credit" -> "Air India travel credit", where AI flies the trip. */
export function spelledOut(name: string, slices: Slices): string {
  const [code = '', ...rest] = name.split(' ')
  const carrier = carriersOf(slices).find(({ iata_code: own }) => own === code)
  return [carrier?.name ?? code, ...rest].join(' ')
}
