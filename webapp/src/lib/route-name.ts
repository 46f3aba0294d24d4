import * as words from '@/messages/lib/flights'

interface Place {
  city_name: string
  iata_code: string
}

/** "New York to London"; within a city the airports tell apart: "London LHR to London STN". */
export function routeName(from: Place, to: Place) {
  const isOneCity = from.city_name === to.city_name
  const nameOf = (place: Place) => (isOneCity ? `${place.city_name} ${place.iata_code}` : place.city_name)
  return words.route({ from: nameOf(from), to: nameOf(to) })
}
