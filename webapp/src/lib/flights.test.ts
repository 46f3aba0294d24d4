import { expect, test } from 'vitest'
import { carrier, offer, segment, slice, sliceWithStop } from '@/testing/offers'
import {
  airlineLabel,
  arrivalDayOffset,
  bagCounts,
  bagLines,
  bagsInWords,
  fareNames,
  filterStopLabel,
  flightsLine,
  includedBags,
  journeyMinutes,
  layovers,
  operatedBy,
  sliceMinutes,
  stopCount,
  stopLabel,
} from './flights'

test.each([
  [0, 'Nonstop', 'Nonstop'],
  [1, '1 stop', '1 stop'],
  [2, '2 stops', '2+ stops'],
  [3, '3 stops', '2+ stops'],
])('c5 %i stops are "%s", and "%s" in the filters', (stops, said, inFilter) => {
  expect([stopLabel(stops), filterStopLabel(stops)]).toEqual([said, inFilter])
})

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

test('s067 more than one airline is "Multiple Airlines"', () => {
  const back = slice({ segments: [segment({ marketing_carrier: carrier('VS', 'Virgin Atlantic') })] })

  expect(airlineLabel([slice()])).toBe('British Airways')
  expect(airlineLabel([slice(), back])).toBe('Multiple Airlines')
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
  expect([null, 0, 1, 2].map((carry_on) => bagLines({ carry_on, checked: null })[0]?.words)).toEqual([
    'Cabin bag: ask the airline',
    'No cabin bag included',
    '1 cabin bag included',
    '2 cabin bags included',
  ])
})

test.each([
  [1, 1, '1 checked bag included', ['1 cabin bag and 1 checked bag included each']],
  [1, 0, 'Cabin bag only', ['Cabin bag only']],
  [0, 0, 'No bags included', ['No bags included']],
  [0, 1, '1 checked bag included', ['No cabin bag included', '1 checked bag included']],
  [null, 0, 'No checked bag included', ['Cabin bag: ask the airline', 'No checked bag included']],
  [1, null, 'Checked bag: ask the airline', ['1 cabin bag included', 'Checked bag: ask the airline']],
])('bag01 a fare with %j cabin bags and %j checked ones says "%s"', (carry_on, checked, words, lines) => {
  expect(bagsInWords({ carry_on, checked })).toBe(words)
  expect(bagLines({ carry_on, checked }).map((line) => line.words)).toEqual(lines)
})

test.each([
  [1, 0, 'Fare includes: cabin bag only', ['Fare includes: cabin bag only']],
  [0, 0, 'Fare includes: no bags', ['Fare includes: no bags']],
  [1, 1, 'Fare includes: 1 checked bag', ['Fare includes: 1 cabin bag and 1 checked bag each']],
  [0, 1, 'Fare includes: 1 checked bag', ['Fare includes: no cabin bag', 'Fare includes: 1 checked bag']],
  [
    null,
    0,
    'Fare includes: no checked bag',
    ['Cabin bag in the fare: ask the airline', 'Fare includes: no checked bag'],
  ],
  [
    1,
    null,
    'Checked bag in the fare: ask the airline',
    ['Fare includes: 1 cabin bag', 'Checked bag in the fare: ask the airline'],
  ],
])(
  'bag01 beside bags that were bought, %j cabin bags and %j checked ones are those of the fare',
  (carry_on, checked, words, lines) => {
    expect(bagsInWords({ carry_on, checked }, true)).toBe(words)
    expect(bagLines({ carry_on, checked }, true).map((line) => line.words)).toEqual(lines)
  },
)

test('r022 who flies stands beside the flight it concerns', () => {
  const shared = segment({ operating_carrier: carrier('AA', 'American Airlines') })
  const own = segment({ id: 'seg_2', flight_number: '405' })

  expect(flightsLine(slice({ segments: [shared, own] }))).toBe('BA 178 (operated by American Airlines), BA 405')
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
