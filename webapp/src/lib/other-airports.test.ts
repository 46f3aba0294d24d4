import { expect, test } from 'vitest'
import type { Place } from '@/lib/api/types'
import { place, segment, slice } from '@/testing/offers'
import { otherAirports } from './other-airports'

const airport = (iata_code: string, name: string): Place => ({ ...place(iata_code), name })
const stansted = airport('STN', 'London Stansted Airport')
const luton = airport('LTN', 'London Luton Airport')
const kennedy = airport('JFK', 'John F Kennedy International Airport')
const newark = airport('EWR', 'Newark Liberty International Airport')

const way = (...stops: Place[]) =>
  slice({
    segments: stops.slice(1).map((destination, index) => segment({ origin: stops[index] as Place, destination })),
  })
const trip = (out: Place[], back: Place[]) => otherAirports([way(...out), way(...back)])

test('a trip that comes back the way it went says nothing', () => {
  expect(trip([stansted, kennedy], [kennedy, stansted])).toEqual([])
  expect(trip([stansted, place('DUB'), kennedy], [kennedy, luton, stansted])).toEqual([])
})

test('a trip that ends at another airport than it began at says so', () => {
  expect(trip([stansted, kennedy], [kennedy, luton])).toEqual(['Returns to London Luton (LTN), not STN'])
})

test('a way back from another airport than the way out ends at says so', () => {
  expect(trip([stansted, kennedy], [newark, stansted])).toEqual(['Returns from Newark Liberty (EWR), not JFK'])
})

test('both are said, in the order they are flown', () => {
  expect(trip([stansted, newark], [kennedy, place('DUB'), luton])).toEqual([
    'Returns from John F Kennedy (JFK), not EWR',
    'Returns to London Luton (LTN), not STN',
  ])
})

test('an airport without a name is its code', () => {
  expect(trip([stansted, kennedy], [kennedy, airport('LTN', 'LTN')])).toEqual(['Returns to LTN, not STN'])
  expect(trip([stansted, kennedy], [kennedy, airport('LTN', '')])).toEqual(['Returns to LTN, not STN'])
})

test('one way, and a way back that does not fly, say nothing', () => {
  expect(otherAirports([slice()])).toEqual([])
  expect(otherAirports([slice(), slice({ segments: [] })])).toEqual([])
})
