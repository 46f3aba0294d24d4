import { expect, test } from 'vitest'
import { bagIncluded, offer } from '@/testing/offers'
import { comparableAmong } from './comparable'
import { type Filters, noFilters } from './filters'

const refundable = { ...offer().conditions, refundable: true }
const basic = offer({ id: 'basic', conditions: refundable, bag_included: bagIncluded('flex', 'Flex', '1735') })
const among = (offers: (typeof basic)[], filters: Partial<Filters> = {}, typical: number | null = null) =>
  comparableAmong(offers, { ...noFilters, ...filters }, typical).map(({ id, bag_included: named }) => [
    id,
    named?.offer_id,
  ])

test('bag07 fares are compared whatever the range of fares, and a named one that is not loaded with them', () => {
  expect(among([basic])).toEqual([['basic', 'flex']])
  expect(among([basic], { priceRange: [2000, 3000], stops: [0] })).toEqual([['basic', 'flex']])
})

test('bag07 a named fare that filters leave out counts for no card', () => {
  const flex = offer({ id: 'flex' })

  expect(among([basic, flex])).toEqual([
    ['basic', 'flex'],
    ['flex', undefined],
  ])
  expect(among([basic, flex], { refundable: true })).toEqual([['basic', undefined]])
  expect(among([basic, { ...flex, conditions: refundable }], { refundable: true })).toEqual([
    ['basic', 'flex'],
    ['flex', undefined],
  ])
})

test('bag07 a named fare that is not loaded counts for no card where only fares with a refund are wanted', () => {
  expect(among([basic], { refundable: true })).toEqual([['basic', undefined]])
})

test('bag07 a named fare that is not loaded counts for no card where only fares with less CO2 are wanted', () => {
  const lean = { ...basic, emissions_kg_per_traveller: 300 }

  expect(among([lean], { lessEmissions: true }, 500)).toEqual([['basic', undefined]])
  expect(among([lean], { lessEmissions: true }, null)).toEqual([['basic', 'flex']])
})
