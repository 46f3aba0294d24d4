import all from '@seeds/airports.json'
import { describe, expect, test } from 'vitest'
import { indexAirports, searchAirports } from './airport-search'
import type { Airport } from './airports'

const index = indexAirports(all)
const codes = (query: string) => searchAirports(index, query).map((airport) => airport.iata_code)

const airport = (iata_code: string, city_name: string, name = city_name, country_code = 'US'): Airport => ({
  id: 'same',
  iata_code,
  city_name,
  city_code: iata_code,
  name,
  country_code,
  time_zone: 'UTC',
  size: 'large',
})

test('s056 one character finds nothing', () => {
  expect(codes('l')).toEqual([])
  expect(codes(' l ')).toEqual([])
})

test('s059 about 300 airports are bundled', () => {
  expect(all.length).toBeGreaterThan(280)
})

describe('s060 every word must fit', () => {
  test.each([
    ['jfk', 'JFK'],
    ['new york kennedy', 'JFK'],
    ['london gb', 'LHR'],
    ['sao paulo', 'GRU'],
    ['HEATHROW', 'LHR'],
    ['new york jfk', 'JFK'],
    ['zürich', 'ZRH'],
    ['St. Louis', 'STL'],
    ['saint louis', 'STL'],
    ["chicago o'hare", 'ORD'],
    ['ohare', 'ORD'],
    ['London (LHR)', 'LHR'],
    ['nyc', 'JFK'],
  ])('%s finds %s', (query, code) => {
    expect(codes(query)).toContain(code)
  })

  test('a word that fits nothing leaves nothing', () => {
    expect(codes('london fr')).toEqual([])
  })

  test('a part of a code or a country is no match', () => {
    const few = indexAirports([airport('XYZ', 'Springfield')])
    expect(searchAirports(few, 'xy')).toEqual([])
  })
})

describe('s061 order', () => {
  const few = indexAirports([
    airport('AAA', 'North Bath'),
    airport('BBB', 'Bathurst'),
    airport('CCC', 'Bath'),
    airport('DDD', 'Alba Bath'),
  ])

  test('exact, then prefix, then the rest by city', () => {
    expect(searchAirports(few, 'bath').map((found) => found.iata_code)).toEqual(['CCC', 'BBB', 'DDD', 'AAA'])
  })

  test('an exact code comes before a city that contains it', () => {
    expect(codes('lax')[0]).toBe('LAX')
  })

  test('at most 15', () => {
    expect(codes('us').length).toBe(15)
  })
})

describe('s060 where nothing fits, what is nearly meant is found', () => {
  test.each([
    ['londn', 'LHR'],
    ['frankfrut', 'FRA'],
    ['barcelonna', 'BCN'],
    ['Sidney', 'SYD'],
    ['heatr', 'LHR'],
    ['heahtr', 'LHR'],
    ['new york city', 'JFK'],
    ['washington dc', 'IAD'],
    ['paris france', 'CDG'],
    ['london uk', 'LHR'],
  ])('%s finds %s', (query, code) => {
    expect(codes(query)).toContain(code)
  })

  test('the largest airports of a country come first', () => {
    expect(codes('france')[0]).toBe('CDG')
  })

  test('two letters wrong, or the first, find nothing', () => {
    expect(codes('lomdn')).toEqual([])
    expect(codes('qarcelona')).toEqual([])
  })

  test('what fits leaves no room for guesses', () => {
    const few = indexAirports([airport('AAA', 'Bath'), airport('BBB', 'Bathe')])
    expect(searchAirports(few, 'bathe').map((found) => found.iata_code)).toEqual(['BBB'])
  })

  test('a word that names no place is no search', () => {
    const few = indexAirports([airport('AAA', 'Bath')])
    expect(searchAirports(few, 'city')).toEqual([])
  })
})

test('s059 airports that share an id are all found', () => {
  const twins = indexAirports([airport('AAA', 'Bath'), airport('BBB', 'Bath')])

  expect(searchAirports(twins, 'bath')).toHaveLength(2)
})
