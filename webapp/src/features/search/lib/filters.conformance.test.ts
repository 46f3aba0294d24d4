import { expect, test } from 'vitest'
import { formatTime } from '@/lib/dates'
import { filterStopLabel } from '@/lib/flight-words'
import { hoursOf } from './bands-in-words'
import { timeBandIds, timeBands } from './filters'

test('s087 four bands of six hours, named by their hours', () => {
  expect(timeBandIds.map((id) => [id, timeBands[id].from, timeBands[id].to, hoursOf(id)])).toEqual([
    ['early_morning', 0, 6, '00:00-05:59'],
    ['morning', 6, 12, '06:00-11:59'],
    ['afternoon', 12, 18, '12:00-17:59'],
    ['evening', 18, 24, '18:00-23:59'],
  ])
})

test('s087 the hours of a band go by the clock of the cards', () => {
  const [from, to] = ['2027-03-05T18:00:00', '2027-03-05T23:59:00'].map(formatTime)

  expect(hoursOf('evening')).toBe(`${from}-${to}`)
})

test('s086 c005 stops are chosen as Nonstop, 1 and 2+', () => {
  expect([0, 1, 2].map(filterStopLabel)).toEqual(['Nonstop', '1 stop', '2+ stops'])
})
