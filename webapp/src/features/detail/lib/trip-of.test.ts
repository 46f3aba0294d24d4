import { expect, test } from 'vitest'
import { readCriteria } from '@/lib/criteria'
import { offer, slice } from '@/testing/offers'
import { tripOf } from './trip-of'

const nothing = readCriteria(new URLSearchParams())
const person = (id: string, type: string, age: number | null = null) => ({ id, type, age })

test('watch01 the search that led to a flight is watched, with the city that was searched', () => {
  const search = readCriteria(new URLSearchParams('origin=NYC&destination=LHR&departureDate=2027-03-05&adults=2'))

  expect(tripOf(offer(), search)).toBe(search)
})

test('watch01 of a flight that was opened by itself its own days, party and cabin are watched', () => {
  const passengers = [person('1', 'adult'), person('2', 'infant_without_seat', 1), person('3', 'child', 7)]
  const trip = tripOf(offer({ slices: [slice()], passengers }), nothing)

  expect(trip).toEqual({
    origin: 'JFK',
    destination: 'LHR',
    departureDate: '2027-03-05',
    returnDate: null,
    cabinClass: 'economy',
    adults: 1,
    children: 1,
    infants: 1,
    ages: [7, 1],
    tripType: 'one-way',
  })
})

test('watch01 where an age is not known all are watched by kind', () => {
  const passengers = [person('1', 'adult'), person('2', 'child', 7), person('3', 'child')]

  expect(tripOf(offer({ passengers }), nothing)).toMatchObject({ adults: 1, children: 2, ages: [] })
})
