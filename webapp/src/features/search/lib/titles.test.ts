import { expect, test } from 'vitest'
import { titlesById } from './titles'

test('see09 an offer that is first in several things has all their titles', () => {
  const titles = titlesById({ cheapest: 'a', fastest: 'b', lowest_emissions: null, best: 'a' })

  expect([...titles]).toEqual([
    ['a', ['Cheapest', 'Best']],
    ['b', ['Fastest']],
  ])
  expect([...titlesById(null)]).toEqual([])
})
