import { expect, test } from 'vitest'
import { landOf } from './land'
import land from './land.json'

const isLand = landOf(land)

test.each([
  ['Paris', 48.9, 2.4, true],
  ['Alice Springs', -23.7, 133.9, true],
  ['the South Pole', -90, 0, true],
  ['the far east of Siberia', 67, 179.9, true],
  ['the same, counted on', 67, 539.9, true],
  ['the Atlantic', 40, -40, false],
  ['the Pacific at the date line', 0, 180, false],
  ['the North Pole', 90, 0, false],
])('%s is land or sea as it is', (_, latitude, longitude, expected) => {
  expect(isLand({ latitude, longitude })).toBe(expected)
})

test('between two cells the coast lies in the middle', () => {
  // Four columns of 90 degrees, two rows; the westernmost two columns are land.
  const half = landOf({ columns: 4, rows: 2, bits: btoa(String.fromCharCode(0b0011_0011)) })
  const at = (longitude: number) => half({ latitude: 45, longitude })

  expect([at(-50), at(-1), at(1)]).toEqual([true, true, false])
})
