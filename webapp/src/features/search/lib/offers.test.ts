import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { offer, segment, slice } from '@/testing/offers'
import { beyondPage, mergeOffers, type SortOrder, sortOffers, sortOrders } from './offers'

const priced = (id: string, amount: string, currency = 'USD', total_amount = amount) =>
  offer({ id, total_amount, price: { amount, currency } })
const lasting = (minutes: number | null) => {
  const duration = minutes === null ? null : `PT${minutes}M`
  return slice({ duration, segments: [segment({ duration })] })
}
const ids = (offers: { id: string }[]) => offers.map(({ id }) => id)

test('s075 the cheapest comes first, the dearest, or the shortest', () => {
  const slow = offer({ id: 'slow', price: { amount: '100' }, slices: [slice({ duration: 'PT9H' })] })
  const fast = offer({ id: 'fast', price: { amount: '200' }, slices: [slice({ duration: 'PT7H' })] })

  expect(ids(sortOffers([fast, slow], 'price-asc'))).toEqual(['slow', 'fast'])
  expect(ids(sortOffers([slow, fast], 'price-desc'))).toEqual(['fast', 'slow'])
  expect(ids(sortOffers([slow, fast], 'duration-asc'))).toEqual(['fast', 'slow'])
})

test('r024 prices are compared as numbers, ties by total and id', () => {
  const offers = [
    priced('c', '1000'),
    priced('b', '900', 'USD', '731'),
    priced('a', '900', 'USD', '731'),
    priced('d', '900', 'USD', '730'),
  ]

  expect(ids(sortOffers(offers, 'price-asc'))).toEqual(['d', 'a', 'b', 'c'])
})

test('r024 an offer in another currency is never compared: it comes last', () => {
  const offers = [priced('pound', '1', 'GBP'), priced('dear', '900'), priced('cheap', '800')]

  expect(ids(sortOffers(offers, 'price-asc'))).toEqual(['cheap', 'dear', 'pound'])
  expect(ids(sortOffers(offers, 'price-desc'))).toEqual(['dear', 'cheap', 'pound'])
})

test('s078 two pages become one list, each offer once, cheapest first', () => {
  const first = [priced('a', '100'), priced('b', '300')]
  const second = [priced('b', '250'), priced('c', '200')]

  const merged = mergeOffers(first, second)

  expect(ids(merged)).toEqual(['a', 'c', 'b'])
  expect(merged[2]?.price.amount).toBe('250')
})

test.each([
  { name: 'what came early and is dearer than the page has no place yet', page: 'ab', total: 9, far: ['c', 'd'] },
  { name: 'what came early and stands among the page does', page: 'ad', total: 9, far: [] },
  { name: 'where all is loaded nothing is far', page: 'ab', total: 4, far: [] },
])('s078 $name', ({ page, total, far }) => {
  const offers = ['a', 'b', 'c', 'd'].map((id, place) => priced(id, String(100 + place)))
  const own = offers.filter(({ id }) => page.includes(id))

  expect([...beyondPage(offers, { offers: own, total_count: total })]).toEqual(far)
})

test('s066 before there is a page nothing is far', () => {
  expect(beyondPage([priced('a', '1')], undefined).size).toBe(0)
})

interface Order {
  name: string
  hour: { amount: string; currency: string }
  offers: { id: string; total: string; price: string; currency: string; minutes: number | null; kg: number | null }[]
  orders: Record<SortOrder, string[]>
}

const orders: Order[] = JSON.parse(readFileSync('../svc-search/orders.json', 'utf8'))

test.each(orders)('r042 see04 see07 r024 a list is ordered as on the server: $name', ({ hour, offers, orders }) => {
  const list = offers.map(({ id, total, price, currency, minutes, kg }) => ({
    ...priced(id, price, currency, total),
    slices: [lasting(minutes)],
    weighted_minutes: minutes,
    emissions_kg_per_traveller: kg,
  }))

  for (const order of sortOrders) expect(ids(sortOffers(list, order, hour)), order).toEqual(orders[order])
})

test('r042 see12 before it is known what an hour counts, best stands by price', () => {
  const offers = [{ ...priced('fast', '900'), weighted_minutes: 60 }, priced('slow', '870')]

  expect(ids(sortOffers(offers, 'best', null))).toEqual(['slow', 'fast'])
})

/** Of the only fare of its flights. */
const sum = (amount: string) => ({ least: amount, own: amount })

test('bag07 by price with a bag the known sums come first in either order, then the others by fare', () => {
  const offers = [
    priced('unknown', '500'),
    priced('dear', '638'),
    priced('cheapest', '700'),
    priced('included', '724'),
    priced('unasked', '400'),
  ]
  const sums = new Map([
    ['dear', sum('788.00')],
    ['cheapest', sum('710.50')],
    ['included', sum('724')],
  ])

  expect(ids(sortOffers(offers, 'price-asc', null, sums))).toEqual([
    'cheapest',
    'included',
    'dear',
    'unasked',
    'unknown',
  ])
  expect(ids(sortOffers(offers, 'price-desc', null, sums))).toEqual([
    'dear',
    'included',
    'cheapest',
    'unknown',
    'unasked',
  ])
  expect(ids(sortOffers(offers, 'duration-asc', null, sums))).toEqual(ids(sortOffers(offers, 'duration-asc')))
})

test('bag07 equal sums with a bag are ordered as equal fares are, and another currency is not compared', () => {
  const offers = [priced('b', '638'), priced('a', '638'), priced('pound', '1', 'GBP'), priced('c', '600')]
  const sums = new Map([
    ['b', sum('788.00')],
    ['a', sum('788.00')],
    ['pound', sum('2.00')],
  ])

  expect(ids(sortOffers(offers, 'price-asc', null, sums))).toEqual(['a', 'b', 'pound', 'c'])
})
