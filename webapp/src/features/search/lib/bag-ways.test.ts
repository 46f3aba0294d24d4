import { expect, test } from 'vitest'
import { bagPrice, noBagPrice } from '@/testing/bag-prices'
import { offer, segment, slice } from '@/testing/offers'
import { type BagPrices, bagWays, cheaperWay, otherFareOf, sumsWithBag } from './bag-ways'
import { sortOffers } from './offers'

interface Part {
  flight?: string
  checked?: number
  name?: string
}

/** A fare without a bag of BA 178, if nothing else is said. */
const fare = (id: string, amount: string, { flight = '178', checked = 0, name = 'Basic' }: Part = {}) => {
  const segments = [segment({ flight_number: flight, baggages: [{ type: 'checked', quantity: checked }] })]
  return offer({ id, total_amount: amount, price: { amount }, slices: [slice({ segments, fare_brand_name: name })] })
}
const basic = fare('basic', '1675')
const flex = fare('flex', '1735', { checked: 1, name: 'Economy Flex' })
const nothing: BagPrices = new Map()
const priced: BagPrices = new Map([['basic', bagPrice('basic', '1675.00', '300.00', '1975.00')]])
const cheaper = (one: typeof basic, list: readonly (typeof basic)[], known: BagPrices) =>
  cheaperWay(one, bagWays(list, known), known)

test('bag07 a fare that includes the bag and costs less in sum is the way to have one on the same flights', () => {
  const way = cheaper(basic, [basic, flex], priced)

  expect(way && otherFareOf(way)).toMatchObject({
    offerId: 'flex',
    name: 'Economy Flex',
    sum: { amount: '1735' },
    parts: null,
  })
  expect(cheaper(flex, [basic, flex], priced)).toBeNull()
})

test('bag07 a fare with bought bags is the way where that costs less than one that includes them', () => {
  const known = new Map([['basic', bagPrice('basic', '1300.00', '300.00', '1600.00')]])
  const way = cheaper(flex, [fare('basic', '1300'), flex], known)

  expect(way && otherFareOf(way)).toMatchObject({
    offerId: 'basic',
    sum: { amount: '1600.00' },
    parts: { fare: { amount: '1300.00' }, bags: { amount: '300.00' } },
  })
})

test.each([
  ['of other flights', fare('other', '1000', { flight: '179', checked: 1 })],
  ['in another currency', offer({ ...flex, id: 'pound', price: { amount: '1000', currency: 'GBP' } })],
  ['that costs as much', fare('same', '1975', { checked: 1 })],
  ['that costs more', fare('more', '1975.01', { checked: 1 })],
])('bag07 a fare %s is no cheaper way', (_, other) => {
  expect(cheaper(basic, [basic, other], priced)).toBeNull()
})

test.each(['none', 'gone'] as const)('bag07 a fare whose own sum is %s has the way of another', (state) => {
  const known = new Map([['basic', noBagPrice('basic', state)]])

  expect(cheaper(basic, [basic, flex], known)?.offer).toBe(flex)
  expect(sumsWithBag([basic, flex], known).get('basic')).toEqual({ least: '1735', own: null })
})

const unanswered: BagPrices = new Map([
  ['basic', noBagPrice('basic', 'unknown')],
  ['main', noBagPrice('main', 'unknown')],
])

test.each([
  ['is not asked for', nothing],
  ['was not told', unanswered],
])('bag07 a fare whose own sum %s may cost less than the way of another: it has none to be sorted by', (_, known) => {
  const alone = fare('alone', '900', { flight: '179' })

  expect(cheaper(basic, [basic, flex], known)).toBeNull()
  expect([...sumsWithBag([basic, flex, alone], known)]).toEqual([['flex', { least: '1735', own: '1735' }]])
})

test.each([
  ['is not asked for', nothing],
  ['was not told', unanswered],
])('bag07 a fare whose own sum %s has the way of another where it costs no less without a bag', (_, known) => {
  const main = fare('main', '1735')

  expect(cheaper(main, [main, flex], known)?.offer).toBe(flex)
  expect(sumsWithBag([main, flex], known).get('main')).toEqual({ least: '1735', own: null })
})

test('bag07 lists by price stand by the number that their cards say, the fare that costs it first', () => {
  const between = fare('between', '1800', { flight: '179', checked: 1 })
  const sorted = (order: 'price-asc' | 'price-desc') => {
    const list = [basic, between, flex]
    return sortOffers(list, order, null, sumsWithBag(list, priced)).map(({ id }) => id)
  }

  expect(sorted('price-asc')).toEqual(['flex', 'basic', 'between'])
  expect(sorted('price-desc')).toEqual(['between', 'flex', 'basic'])
})
