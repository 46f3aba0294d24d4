import { expect, test } from 'vitest'
import type { Offer } from '@/lib/api/types'
import { bagPrice, noBagPrice } from '@/testing/bag-prices'
import { bagService, offer, roundTripWithStop, segment, slice, sliceWithStop } from '@/testing/offers'
import { type Cell, type Column, compareRows } from './compare'
import { comparedIn } from './compare-address'

const direct = offer({ id: 'direct', price: { amount: '1300' }, emissions_kg_per_traveller: 400 })
const stopping = offer({
  id: 'stopping',
  price: { amount: '900' },
  slices: [sliceWithStop({ fare_brand_name: 'Basic' })],
  emissions_kg_per_traveller: null,
})

const sold = (offers: readonly (Offer | null)[]) => offers.map((one) => ({ offer: one, isSold: true }))

const bagless = [slice({ segments: [segment({ baggages: [{ type: 'checked', quantity: 0 }] })] })]
const bare = (id: string, amount: string) => offer({ id, price: { amount }, slices: bagless })

const told = ({ lines, mark, marked = lines.length }: Cell) =>
  mark ? [...lines.slice(0, marked), mark, ...lines.slice(marked)] : lines
const bagRow = (columns: readonly Column[]) =>
  compareRows(columns, 500)
    .find(({ key }) => key === 'withBag')
    ?.cells.map((cell) => cell && told(cell))

const row = (key: string, offers: readonly (Offer | null)[] = [direct, stopping]) => {
  const found = compareRows(sold(offers), 500).find((one) => one.key === key)
  return found?.cells.map((cell) => cell && told(cell))
}

test.each([
  ['price', ['$1,300'], ['$900', 'Lowest']],
  ['duration', ['6h 55m', 'Shortest'], ['8h 50m']],
  ['stops', ['Nonstop'], ['1 stop: DUB 1h 55m']],
  ['departure', ['Fri, Mar 5, 19:30, JFK'], ['Fri, Mar 5, 19:30, JFK']],
  ['arrival', ['Sat, Mar 6, 07:25 +1, LHR'], ['Sat, Mar 6, 08:20 +1, LHR']],
  ['airlines', ['British Airways', 'BA\u00a0178'], ['British Airways', 'BA\u00a0178, BA\u00a0178']],
  ['fare', ['Economy Standard'], ['Basic']],
  ['emissions', ['400 kg CO2 each', '20% less than typical', 'Lowest'], ['CO2 not stated']],
])('see11 flights are compared by %s', (key, first, second) => {
  const [cell, other] = row(key) ?? []

  expect(cell?.toSorted()).toEqual(first.toSorted())
  expect(other?.toSorted()).toEqual(second.toSorted())
})

test('see11 the price with a bag is the price where one is included, and else what a bag costs', () => {
  const sold = ['90.00', '75.00'].map((total_amount) => bagService({ id: `ase_${total_amount}`, total_amount }))
  const selling = offer({ slices: bagless, available_services: sold })

  expect(row('withBag', [direct, selling, offer({ slices: bagless })])).toEqual([
    ['$1,300', 'A checked bag is included'],
    ['$1,284 plus $75.00 or more per bag'],
    ['$1,284', 'No checked bag included'],
  ])
})

test('see11 the price with a bag is the sum that the server states, and the lowest of those that are known says so', () => {
  const columns: Column[] = [
    { offer: bare('a', '2128'), isSold: true, bag: bagPrice('a', '2128.00', '300.00', '2428.00') },
    { offer: offer({ id: 'b', price: { amount: '2400' } }), isSold: true, bag: null },
    { offer: bare('c', '2000'), isSold: true, bag: 'unknown' },
    { offer: bare('d', '1900'), isSold: true, bag: noBagPrice('d', 'none') },
  ]

  expect(bagRow(columns)).toEqual([
    ['$2,428 ($2,128 + $300)'],
    ['$2,400', 'Lowest', 'A checked bag is included'],
    ['$2,000', 'No checked bag included'],
    ['Not sold here'],
  ])
})

test('see11 of prices with a bag none is lowest in two currencies, alone, or where it is no longer sold', () => {
  const a = { offer: bare('a', '638'), isSold: true, bag: bagPrice('a', '638.00', '150.00', '788.00') }
  const pounds = { offer: offer({ id: 'b', price: { amount: '1', currency: 'GBP' } }), isSold: true, bag: null }
  const asked = { offer: bare('c', '700'), isSold: true, bag: 'asked' as const }
  const gone = { offer: offer({ id: 'd', price: { amount: '10' } }), isSold: false, bag: null }

  expect(bagRow([a, pounds])?.[1]).toEqual(['£1', 'A checked bag is included'])
  expect(bagRow([a, asked, gone])).toEqual([
    ['$788 ($638 + $150)'],
    ['Checking the bag price…'],
    ['$10', 'A checked bag is included'],
  ])
})

test('see11 a sum with a bag says so where the fare is another one than the price', () => {
  const bag = bagPrice('a', '660.00', '150.00', '810.00')

  expect(bagRow([{ offer: bare('a', '638'), isSold: true, bag }])).toEqual([['$810 (fare now $660 + $150)']])
})

test('see11 the bag that is compared is a checked one that can be sold, and says what its price is for', () => {
  const bagless = roundTripWithStop().map((way) => ({
    ...way,
    segments: way.segments.map((one) => ({ ...one, baggages: [{ type: 'checked', quantity: 0 }] })),
  }))
  const sold = [
    bagService({ segment_ids: ['seg_3'] }),
    bagService({ id: 'ase_cabin', segment_ids: ['seg_3'], bag_kind: 'carry_on', total_amount: '30.00' }),
    bagService({ id: 'ase_euro', segment_ids: ['seg_3'], total_amount: '9.00', total_currency: 'EUR' }),
    bagService({ id: 'ase_none', segment_ids: ['seg_3'], total_amount: '5.00', maximum_quantity: 0 }),
  ]

  expect(row('withBag', [offer({ slices: bagless, available_services: sold })])).toEqual([
    ['$1,284 plus $75.00 or more per bag and direction'],
  ])
})

test('see11 nothing is lowest among equals or in two currencies, and what is alike is known', () => {
  const pounds = offer({ price: { amount: '1', currency: 'GBP' } })
  const rows = compareRows(sold([direct, direct]), 500)

  expect(row('price', [direct, pounds])).toEqual([['$1,300'], ['£1']])
  expect(row('price', [direct, direct])).toEqual([['$1,300'], ['$1,300']])
  expect(rows.every(({ isAlike }) => isAlike)).toBe(true)
  expect(compareRows(sold([direct, stopping]), 500).find(({ key }) => key === 'stops')?.isAlike).toBe(false)
})

test('see11 what is on board is compared where an airline tells it', () => {
  const wifi = { type: 'wifi', description: 'Wi-Fi' }
  const connected = offer({ slices: [slice({ segments: [segment({ services: [wifi] })] })] })

  expect(row('onBoard')).toBeUndefined()
  expect(row('onBoard', [direct, connected])).toEqual([['Not stated'], ['Wi-Fi']])
})

test('see11 of a flight that is not known nothing is told', () => {
  expect(row('price', [direct, null])).toEqual([['$1,300'], null])
})

test('see11 a flight that can no longer be bought is lowest in nothing', () => {
  const other = offer({ id: 'other', price: { amount: '1000' } })
  const columns = [...sold([direct, other]), { offer: stopping, isSold: false }]
  const marks = compareRows(columns, 500)
    .find(({ key }) => key === 'price')
    ?.cells.map((cell) => cell?.mark)

  expect(marks).toEqual([undefined, 'Lowest', undefined])
})

test.each([
  ['a,b', ['a', 'b']],
  ['a,a,b', ['a', 'b']],
  ['a,b,c,d,e', ['a', 'b', 'c', 'd']],
  ['../x, ,a%', []],
  [null, []],
])('see11 the address %j compares %j', (text, ids) => {
  expect(comparedIn(new URLSearchParams(text === null ? {} : { compare: text }))).toEqual(ids)
})
