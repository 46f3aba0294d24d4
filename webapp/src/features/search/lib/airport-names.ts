import { shortName } from '@/lib/airport-name'

export interface NamedAirport {
  name: string
  iata_code: string
  city_name: string
  /** "city" for all airports of one. */
  size?: string
}

/** "Luton" in London; the city itself where `code` means all of its airports. */
export function nameInCity(airport: NamedAirport, code: string) {
  const { iata_code, city_name, size } = airport
  const prefix = `${city_name} `
  const name = shortName(airport)
  if (iata_code !== code || size === 'city') return city_name
  return name.startsWith(prefix) ? name.slice(prefix.length) : name
}
