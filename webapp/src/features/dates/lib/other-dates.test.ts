// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { readCriteria } from '@/lib/criteria'
import { datesHref } from './other-dates'

const criteria = readCriteria(
  new URLSearchParams('origin=JFK&destination=LHR&departureDate=2027-01-15&returnDate=2027-01-22'),
)
const standAt = (address: string) => window.history.replaceState(null, '', address)
const followed = () =>
  new URL(datesHref(criteria, { departureDate: '2027-01-14', returnDate: '2027-01-22' }), window.origin).searchParams

afterEach(() => standAt('/'))

test('day05 bag07 other dates keep the order of the list and prices with a bag, and none of its filters', () => {
  standAt('/search?sort=best&bag=1&airlines=BA')

  const there = Object.fromEntries(followed())

  expect(there).toMatchObject({ departureDate: '2027-01-14', sort: 'best', bag: '1', dates: '1' })
  expect(there).not.toHaveProperty('airlines')
})

test('day05 bag07 other dates add neither an order nor a bag', () => {
  standAt('/search')

  expect([followed().get('sort'), followed().get('bag')]).toEqual([null, null])
})
