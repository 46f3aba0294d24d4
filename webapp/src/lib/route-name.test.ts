import { expect, test } from 'vitest'
import { routeName } from './route-name'

const place = (city_name: string, iata_code: string) => ({ city_name, iata_code })

test('a route is named by its cities', () => {
  expect(routeName(place('New York', 'JFK'), place('London', 'LHR'))).toBe('New York to London')
})

test('a route within a city is named by its airports, too', () => {
  expect(routeName(place('London', 'LHR'), place('London', 'STN'))).toBe('London LHR to London STN')
})
