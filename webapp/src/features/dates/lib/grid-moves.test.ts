import { expect, test } from 'vitest'
import { moveIn } from './grid-moves'

const grid = [
  ['a', null, 'c'],
  [null, 'e', 'f'],
  ['g', 'h', 'i'],
]

test.each([
  ['e', 'ArrowRight', 'f'],
  ['e', 'ArrowDown', 'h'],
  ['a', 'ArrowRight', 'c'],
  ['g', 'ArrowUp', 'a'],
  ['f', 'Home', 'e'],
  ['e', 'End', 'f'],
  ['e', 'ArrowUp', null],
  ['e', 'ArrowLeft', null],
  ['i', 'ArrowRight', null],
  ['e', 'Enter', null],
])('day04 from %s the key %s leads to %s', (from, key, to) => {
  expect(moveIn(grid, from, key)).toBe(to)
})
