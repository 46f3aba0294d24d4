import all from '@seeds/airports.json'
import { describe, expect, test } from 'vitest'
import { indexAirports, searchAirports } from './airport-search'
import { type Airport, airportLabel, findAirport } from './airports'
import { citySpellings } from './city-spellings'

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

describe('s060 a city has other names', () => {
  test.each([
    ['Munchen', 'MUC'],
    ['München', 'MUC'],
    ['muench', 'MUC'],
    ['Munich', 'MUC'],
    ['Kobenhavn', 'CPH'],
    ['København', 'CPH'],
    ['Copenhagen', 'CPH'],
    ['Köln', 'CGN'],
    ['koeln', 'CGN'],
    ['Cologne', 'CGN'],
    ['Wien', 'VIE'],
    ['Vienna', 'VIE'],
    ['Roma', 'FCO'],
    ['Milano', 'MIL'],
    ['milano linate', 'LIN'],
    ['zuerich', 'ZRH'],
    ['Warszawa', 'WAW'],
    ['las palmas', 'LPA'],
    ['kobenhvan', 'CPH'],
  ])('%s finds %s first', (query, code) => {
    expect(codes(query)[0]).toBe(code)
  })

  test('and each of them belongs to a city of the list', () => {
    const known = new Set(all.map(({ city_code }) => city_code))

    expect(Object.keys(citySpellings).filter((code) => !known.has(code))).toEqual([])
  })
})

describe('a city of several airports can be asked for as a whole', () => {
  test.each([
    ['london', 'LON'],
    ['LON', 'LON'],
    ['london all airports', 'LON'],
    ['new york', 'NYC'],
    ['nueva york', 'NYC'],
    ['tokyo', 'TYO'],
    ['uk', 'LON'],
  ])('%s finds %s first', (query, code) => {
    expect(codes(query)[0]).toBe(code)
  })

  test('under its code, with its name', () => {
    const city = findAirport(index, 'LON')

    expect(city && airportLabel(city)).toBe('London (LON)')
    expect(city).toMatchObject({ name: 'London (all airports)', country_code: 'GB', time_zone: 'Europe/London' })
  })

  test('its airports follow, the largest first', () => {
    expect(codes('london').slice(1, 3)).toEqual(['LHR', 'LGW'])
  })

  test('a city of one airport, or of the code of one of them, is no choice of its own', () => {
    const cities = index.filter(({ airport }) => airport.size === 'city').map(({ code }) => code)

    expect(cities.sort()).toEqual(['bjs', 'bue', 'chi', 'lon', 'mil', 'nyc', 'par', 'sel', 'tyo', 'was'])
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
    ['UK', 'MAN'],
    ['great britain', 'EDI'],
    ['united kingdom', 'LHR'],
  ])('%s finds %s', (query, code) => {
    expect(codes(query)).toContain(code)
  })

  test('the largest airports of a country come first', () => {
    expect(codes('france').slice(0, 2)).toEqual(['PAR', 'CDG'])
  })

  test('the nickname of a country is no part of a name', () => {
    const countries = searchAirports(index, 'uk').map((airport) => airport.country_code)

    expect(new Set(countries)).toEqual(new Set(['GB']))
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
