import { expect, test } from 'vitest'
import type { BookingRecord } from '@/lib/api/types'
import { bookedBag, booking, tripData, usd, withInfant } from '@/testing/bookings'
import { associatedAdultName, bagsOf, bookingData, toSlice } from './booked-trip'
import { shortReference } from './short-reference'

test('s166 the trip is read from its JSON', () => {
  expect(bookingData(booking())).toEqual(tripData())
})

test('s166 data that is no JSON leaves the record itself', () => {
  const record = { ...booking(), bookingData: 'not json', total_amount: '12.00' } as BookingRecord

  const data = bookingData(record)

  expect(data.total_amount).toBe('12.00')
  expect(data.slices).toEqual([])
})

test('bag05 a bag of a booking has the name of its passenger, what it covers and what all its pieces cost', () => {
  const [slice] = tripData().slices

  const price = usd('150.00')
  expect(bagsOf(tripData({ slices: slice ? [slice] : [], bags: [bookedBag({ quantity: 2, price })] }))).toEqual([
    { passenger: 'Maya Okafor', kind: 'checked', weightKg: 23, coverage: 'slice 0', quantity: 2, price },
  ])
})

test('a booking of before bags were sold has none', () => {
  const { bags: _, ...earlier } = tripData()

  expect(bookingData({ ...booking(), bookingData: JSON.stringify(earlier) }).bags).toEqual([])
})

test.each([
  ['jtvmsn', 'JTVMSN'],
  ['ord_0000abcd', 'ORD_0000'],
  ['', ''],
])('s163 s142 r027 the reference of %s is %s', (id, reference) => {
  expect(shortReference(id)).toBe(reference)
})

test('of a booked party the infant alone is on a lap', () => {
  const passengers = withInfant()

  expect(passengers.map((passenger) => associatedAdultName(passenger, passengers))).toEqual([null, 'Maya'])
})

test.each([
  ['an adult', 'adult', 'Maya Okafor'],
  ['a child', 'child', 'Maya'],
])('beside %s who is called alike the adult of a lap is told apart where that is needed', (_, type, name) => {
  const alike = tripData().passengers.map((maya) => ({ ...maya, id: 'pas_3', family_name: 'Byron', type }))
  const passengers = [...withInfant(), ...alike]

  expect(passengers.map((passenger) => associatedAdultName(passenger, passengers))).toEqual([null, name, null])
})

test('a booking of before laps were told names none', () => {
  const earlier = withInfant().map(({ associated_adult_id: _, ...passenger }) => passenger)
  const record = { ...booking(), bookingData: JSON.stringify({ ...tripData(), passengers: earlier }) }
  const { passengers } = bookingData(record)

  expect(passengers.map((passenger) => associatedAdultName(passenger, passengers))).toEqual([null, null])
})

test('a booked direction is drawn like an offered one', () => {
  const [slice] = tripData().slices

  expect(slice && toSlice(slice)).toMatchObject({
    id: 'sli_1',
    duration: 'PT6H55M',
    fare_brand_name: 'Economy Standard',
  })
})
