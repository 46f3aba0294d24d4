import { expect, test } from 'vitest'
import { carrier, segment, slice } from '@/testing/offers'
import { airlineLabel, bagLines, bagsInWords, filterStopLabel, flightsLine, stopLabel } from './flight-words'

test.each([
  [0, 'Nonstop', 'Nonstop'],
  [1, '1 stop', '1 stop'],
  [2, '2 stops', '2+ stops'],
  [3, '3 stops', '2+ stops'],
])('c5 %i stops are "%s", and "%s" in the filters', (stops, said, inFilter) => {
  expect([stopLabel(stops), filterStopLabel(stops)]).toEqual([said, inFilter])
})

test('s067 more than one airline is "Multiple Airlines"', () => {
  const back = slice({ segments: [segment({ marketing_carrier: carrier('VS', 'Virgin Atlantic') })] })

  expect(airlineLabel([slice()])).toBe('British Airways')
  expect(airlineLabel([slice(), back])).toBe('Multiple Airlines')
})

test('r022 none, some and unknown cabin bags are told apart', () => {
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

  expect(flightsLine(slice({ segments: [shared, own] }))).toBe(
    'BA\u00a0178 (operated by American Airlines), BA\u00a0405',
  )
})
