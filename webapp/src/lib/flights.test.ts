import { expect, test } from 'vitest'
import { carrier, offer, segment, slice, sliceWithStop } from '@/testing/offers'
import {
  arrivalDayOffset,
  bagCounts,
  fareNames,
  includedBags,
  journeyMinutes,
  layovers,
  operatedBy,
  sliceMinutes,
  stopCount,
} from './flights'

test('a wait is counted in the local time of its airport', () => {
  expect(stopCount(sliceWithStop())).toBe(1)
  expect(layovers(sliceWithStop())).toEqual([{ airport: 'DUB', minutes: 115 }])
})

test('a slice without a stated duration is as long as its flights and waits', () => {
  expect(sliceMinutes(sliceWithStop({ duration: null }))).toBe(330 + 115 + 85)
  expect(sliceMinutes(slice({ duration: null, segments: [segment({ duration: null })] }))).toBeNull()
})

test('a journey of unknown length sorts last', () => {
  const unknown = offer({ slices: [slice({ duration: null, segments: [segment({ duration: null })] })] })

  expect(journeyMinutes(unknown)).toBe(Number.POSITIVE_INFINITY)
})

test.each([
  ['2027-03-05T19:30:00', '2027-03-06T07:25:00', 1],
  ['2027-03-05T08:00:00', '2027-03-05T20:00:00', 0],
  // Over the date line to the east a traveller lands the day before.
  ['2027-03-05T01:00:00', '2027-03-04T18:00:00', -1],
])('from %s to %s is %i days later', (departing_at, arriving_at, days) => {
  expect(arrivalDayOffset(slice({ segments: [segment({ departing_at, arriving_at })] }))).toBe(days)
})

test('r022 the operating airline is named when another one sells', () => {
  expect(operatedBy(segment({ operating_carrier: carrier('AA', 'American Airlines') }))).toBe('American Airlines')
  expect(operatedBy(segment())).toBeNull()
})

test('r022 bag01 the bags of an offer are the least that any flight of it allows', () => {
  const meagre = segment({
    baggages: [
      { type: 'carry_on', quantity: 1 },
      { type: 'checked', quantity: 0 },
    ],
  })

  expect(includedBags([slice(), slice({ segments: [meagre] })])).toEqual({ carry_on: 1, checked: 0 })
})

test('r022 bags that the airline does not mention are not said to be none', () => {
  const silent = slice({ segments: [segment({ baggages: [{ type: 'checked', quantity: 1 }] })] })
  const none = slice({ segments: [segment({ baggages: [{ type: 'carry_on', quantity: 0 }] })] })

  expect(includedBags([slice(), silent])).toEqual({ carry_on: null, checked: 1 })
  expect(includedBags([silent, none])).toEqual({ carry_on: 0, checked: null })
  expect(includedBags([])).toEqual({ carry_on: null, checked: null })
  expect(bagCounts([{ type: 'carry_on', quantity: null }])).toEqual({ carry_on: null, checked: null })
})

test.each([
  [['Basic', 'Flex'], 'Basic / Flex'],
  [['Basic', 'Basic'], 'Basic'],
  [['Basic', 'Flex', 'Basic'], 'Basic / Flex / Basic'],
  [['Basic', null, 'Basic'], 'Basic'],
  [[null, 'Flex'], 'Flex'],
  [[null, null], null],
])('a fare of slices named %j is called %j, as the server calls it', (names, said) => {
  expect(fareNames(names.map((fare_brand_name) => ({ fare_brand_name })))).toBe(said)
})
