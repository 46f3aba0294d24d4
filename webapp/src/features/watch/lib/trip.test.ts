import { expect, test } from 'vitest'
import { readCriteria } from '@/lib/criteria'
import { watchedTrip } from '@/testing/watches'
import { criteriaOf, factsOf, tripOf } from './trip'

test('watch01 a search is watched with its exact dates, travellers, ages and cabin', () => {
  const search =
    'origin=JFK&destination=LHR&departureDate=2027-03-05&returnDate=2027-03-12&cabinClass=business&adultsCount=2&childrenCount=1&ages=7'

  expect(tripOf(readCriteria(new URLSearchParams(search)))).toEqual(watchedTrip({ cabinClass: 'business' }))
})

test('watch01 what is watched leads back to the same search', () => {
  const trip = watchedTrip({ returnDate: null })

  expect(tripOf(criteriaOf(trip))).toEqual(trip)
  expect(criteriaOf(trip).tripType).toBe('one-way')
})

test('watch01 the note names dates, travellers and cabin', () => {
  const facts = (part: Parameters<typeof watchedTrip>[0]) => factsOf(criteriaOf(watchedTrip(part))).join(' · ')

  expect(facts({})).toBe('Fri, Mar 5, 2027 to Fri, Mar 12, 2027 · 2 adults, 1 child · Economy')
  expect(facts({ returnDate: null, children: 0 })).toBe('Fri, Mar 5, 2027, one way · 2 adults · Economy')
})
