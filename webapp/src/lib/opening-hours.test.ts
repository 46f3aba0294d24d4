import { expect, test } from 'vitest'
import { formatOpeningHours } from './opening-hours'

test.each([
  ['07:00-21:00', '07:00-21:00'],
  ['Mon-Fri 9am-6pm EST', 'Mon-Fri 9am-6pm EST'],
  ['24/7', '24/7'],
  ['00:00-24:00', '24 hours a day'],
  ['Mon-Fri 0:00 – 24:00', 'Mon-Fri 24 hours a day'],
  ['10:00-24:00', '10:00-24:00'],
  ['', ''],
])('hours that a brand writes as %j are told as %j', (written, told) => {
  expect(formatOpeningHours(written)).toBe(told)
})
