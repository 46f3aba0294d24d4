import { expect, test } from 'vitest'
import { offer, segment, slice } from '@/testing/offers'
import { compareNames } from './compare-names'

const standard = offer()
const basic = offer({ slices: [slice({ fare_brand_name: 'Basic' })] })
const early = offer({ slices: [slice({ segments: [segment({ departing_at: '2027-03-05T08:00:00' })] })] })
const returning = (departing_at: string) =>
  offer({ slices: [slice(), slice({ segments: [segment({ departing_at })] })] })

test('see11 flights of one airline and time are told apart by their fares, and others need none', () => {
  expect(compareNames([standard, early, basic])).toEqual([
    'British Airways, 19:30, Economy Standard',
    'British Airways, 08:00',
    'British Airways, 19:30, Basic',
  ])
})

test('see11 flights that differ in the way back are told apart by it', () => {
  expect(compareNames([returning('2027-03-12T09:15:00'), returning('2027-03-12T18:00:00')])).toEqual([
    'British Airways, 19:30, return 09:15',
    'British Airways, 19:30, return 18:00',
  ])
})

test('see11 flights that differ in nothing else are told apart by their numbers', () => {
  const by = (flight_number: string) => offer({ slices: [slice({ segments: [segment({ flight_number })] })] })

  const [first, second] = compareNames([by('117'), by('119')])

  expect([first, second]).toEqual(['British Airways, 19:30, BA\u00a0117', 'British Airways, 19:30, BA\u00a0119'])
})

test('see11 what is alike tells nothing apart, and a flight that is not known has no name', () => {
  expect(compareNames([standard, standard, null])).toEqual([
    'British Airways, 19:30',
    'British Airways, 19:30',
    'a flight that is no longer on sale',
  ])
})
