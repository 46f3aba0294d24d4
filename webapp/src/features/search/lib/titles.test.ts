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

test('see09 the first of the list has its distinction before its titles, where it is not the cheapest of all', () => {
  const titles = { cheapest: 'a', fastest: 'b', lowest_emissions: null, best: 'a' }

  expect(titlesById(titles, 'a', 'lowestShown').get('a')).toEqual(['Cheapest', 'Best'])
  expect(titlesById(titles, 'b', 'lowestShown').get('b')).toEqual(['Lowest shown', 'Fastest'])
  expect(titlesById(titles, 'c', 'lowestShown').get('c')).toEqual(['Lowest shown'])
})

test('see09 bag07 the lowest price with a bag is named beside the cheapest fare, which says nothing of bags', () => {
  const titles = { cheapest: 'a', fastest: null, lowest_emissions: null, best: 'b' }

  expect(titlesById(titles, 'a', 'lowestWithBag').get('a')).toEqual(['Lowest known with a bag', 'Cheapest'])
})
