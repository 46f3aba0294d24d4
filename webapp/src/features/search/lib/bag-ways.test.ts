import { expect, test } from 'vitest'
import { bagPrice, noBagPrice } from '@/testing/bag-prices'
import { bagIncluded, offer, segment, slice } from '@/testing/offers'
import { type BagPrices, bagWays, cheaperWay, sumsWithBag } from './bag-ways'
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

  expect(way).toMatchObject({
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

  expect(way).toMatchObject({
    offerId: 'basic',
    sum: { amount: '1600.00' },
    parts: { fare: { amount: '1300.00' }, bags: { amount: '300.00' } },
  })
})

test('bag07 a fare with other names on the way back is called as the server calls it', () => {
  const [out] = flex.slices
  const mixed = (one: typeof flex, back: string) => ({
    ...one,
    slices: [...one.slices, { ...(out as (typeof flex.slices)[number]), fare_brand_name: back }],
  })
  const list = [mixed(basic, 'Basic'), mixed(flex, 'Economy Classic')]

  expect(cheaper(list[0] as typeof flex, list, priced)?.name).toBe('Economy Flex / Economy Classic')
})

/** Flex of the same flights is not loaded. */
const naming = { ...basic, bag_included: bagIncluded('flex', 'Economy Flex', '1735') }

test('bag07 a fare that includes the bag is the way to have one where it is not loaded, too', () => {
  expect(cheaper(naming, [naming], priced)).toEqual({
    offerId: 'flex',
    name: 'Economy Flex',
    price: flex.price,
    sum: flex.price,
    parts: null,
  })
  expect(sumsWithBag([naming], priced).get('basic')).toEqual({ least: '1735', own: '1975.00' })
  expect(cheaper(naming, [naming], nothing)).toBeNull()
  const main = { ...fare('main', '1735'), bag_included: naming.bag_included }
  expect(cheaper(main, [main], nothing)?.offerId).toBe('flex')
})

test('bag07 a named fare counts for the others of its flights, and for no other flights', () => {
  const [main, other] = [fare('main', '1740'), fare('other', '1740', { flight: '179' })]
  const list = [naming, main, other]

  expect(cheaper(main, list, nothing)?.offerId).toBe('flex')
  expect(cheaper(other, list, nothing)).toBeNull()
})

test('bag07 where the named fare is loaded, what it costs now counts', () => {
  const dearer = fare('flex', '1990', { checked: 1 })

  expect(cheaper(naming, [naming, dearer], priced)).toBeNull()
})

test('bag07 a list stands by the sum of a fare that is not loaded', () => {
  const between = fare('between', '1800', { flight: '179', checked: 1 })
  const list = [between, naming]

  expect(sortOffers(list, 'price-asc', null, sumsWithBag(list, priced)).map(({ id }) => id)).toEqual([
    'basic',
    'between',
  ])
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

  expect(cheaper(basic, [basic, flex], known)?.offerId).toBe('flex')
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

  expect(cheaper(main, [main, flex], known)?.offerId).toBe('flex')
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
