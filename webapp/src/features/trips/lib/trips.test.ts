import { expect, test } from 'vitest'
import { bookedSlice, booking, returnSlice } from '@/testing/bookings'
import { dateRange, departureParts, inGroup, passengersLabel, routeLabel, toTrip, tripTypeLabel } from './trips'

const trip = (part: Parameters<typeof booking>[0] = {}) => toTrip(booking(part))
const leaving = (id: string, departure_time: string) =>
  trip({ id, data: { slices: [bookedSlice({ departure_time })] } })
const ids = (trips: readonly ReturnType<typeof trip>[]) => trips.map(({ record }) => record.id)

test('s158 c013 the status says which tab a trip is under; a failed one is under none', () => {
  const trips = (['pending', 'confirmed', 'completed', 'cancelled', 'failed'] as const).map((status) =>
    trip({ id: status, status }),
  )

  expect(ids(inGroup(trips, 'upcoming'))).toEqual(['pending', 'confirmed'])
  expect(ids(inGroup(trips, 'past'))).toEqual(['completed'])
  expect(ids(inGroup(trips, 'cancelled'))).toEqual(['cancelled'])
})

test('the next trip comes first', () => {
  const trips = [leaving('may', '2027-05-01T10:00:00'), leaving('march', '2027-03-01T10:00:00')]

  expect(ids(inGroup(trips, 'upcoming'))).toEqual(['march', 'may'])
})

test('of trips that are over the latest comes first', () => {
  const past = [leaving('march', '2026-03-01T10:00:00'), leaving('may', '2026-05-01T10:00:00')].map(
    ({ record, data }) => ({ record: { ...record, status: 'completed' as const }, data }),
  )

  expect(ids(inGroup(past, 'past'))).toEqual(['may', 'march'])
})

test.each([
  ['a way and back', [bookedSlice(), returnSlice()], 'Round Trip', 'Fri, Mar 5, 2027 to Fri, Mar 12, 2027'],
  ['one way', [bookedSlice()], 'One Way', 'Fri, Mar 5, 2027'],
])('s159 the type and the dates of %s', (_, slices, type, dates) => {
  const of = trip({ data: { slices } })

  expect(tripTypeLabel(of)).toBe(type)
  expect(dateRange(of)).toBe(dates)
  expect(routeLabel(of)).toBe('New York to London')
})

test('a trip within a city is told by its airports', () => {
  const slice = bookedSlice()
  const of = trip({ data: { slices: [{ ...slice, destination: { ...slice.origin, iata_code: 'LGA' } }] } })

  expect(routeLabel(of)).toBe('New York JFK to New York LGA')
})

test.each([
  [1, '1 passenger'],
  [3, '3 passengers'],
])('s159 %i is written "%s"', (count, label) => {
  const passengers = Array.from({ length: count }, (_, index) => ({
    id: `pas_${index}`,
    given_name: 'Maya',
    family_name: 'Okafor',
    type: 'adult',
    ticket_numbers: [],
    associated_adult_id: null,
  }))

  expect(passengersLabel(trip({ data: { passengers } }))).toBe(label)
})

test('the date block shows the day of departure', () => {
  expect(departureParts(trip())).toEqual({ month: 'Mar', day: '05', weekday: 'Friday' })
})
