// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bagPrice } from '@/testing/bag-prices'
import { offer, segment, slice } from '@/testing/offers'
import { answered, asking, hold, want } from '../lib/bag-asking'
import { type Bags, noBags, place } from '../lib/bag-prices'
import { noFilters } from '../lib/filters'
import type { View } from '../lib/view'
import { useBags, useHeldOrder } from './use-bags'

const view: View = { sort: 'price-asc', filters: noFilters, withBag: true, withDates: false }
const bare = (id: string, amount = '638') =>
  offer({ id, price: { amount }, slices: [slice({ segments: [segment({ flight_number: id, baggages: [] })] })] })
const list = [bare('off_0'), bare('off_1')]
const price = bagPrice('off_0', '638.00', '150.00', '788.00')
const ask = (bags: Bags) => asking(want(bags, ['off_0'], list), ['off_0'])
const open = (search: string, offers = list) => renderHook(() => useBags(search, view, offers))

test('bag07 Back from a flight finds the prices with a bag and their order, and another search has none', () => {
  const before = open('?destination=LHR')
  act(() => before.result.current.setBags((bags) => place(answered(ask(bags), ['off_0'], [price]))))
  const { bags } = before.result.current
  before.unmount()

  expect(bags.placed?.get('off_0')).toBe(price)
  expect(open('?destination=LHR').result.current.bags).toBe(bags)
  expect(open('?destination=DUB').result.current.bags).toBe(noBags)
})

test('bag07 what is answered while a flight is open is there after Back', () => {
  const before = open('?destination=CDG')
  const { setBags } = before.result.current
  act(() => setBags(ask))
  before.unmount()

  setBags((bags) => answered(bags, ['off_0'], [price]))

  expect(open('?destination=CDG').result.current.bags.known.get('off_0')).toBe(price)
})

test('bag07 what is forgotten is not found again', () => {
  const before = open('?destination=FRA')
  act(() => before.result.current.setBags((bags) => want(bags, ['off_0'], list)))
  act(() => before.result.current.forget())
  before.unmount()

  expect(open('?destination=FRA').result.current.bags).toBe(noBags)
})

test('bag07 r039 Back from a flight that showed another fare finds no price with a bag of the fare before', () => {
  const before = open('?destination=MAD')
  act(() => before.result.current.setBags((bags) => answered(ask(bags), ['off_0'], [price])))
  before.unmount()
  const repriced = bare('off_0', '660')

  const { bags } = open('?destination=MAD', [repriced, ...list.slice(1)]).result.current

  expect(bags).toMatchObject({ wanted: [], asked: new Map(), known: new Map() })
})

/** The list of two is sorted by fare and the first one's sum with a bag; that of the second is known since, and is less. */
function openHeld(search: string) {
  const hook = renderHook(
    ({ sorted, shown }) => {
      const bags = useBags(search, view, list)
      return { bags, held: useHeldOrder(bags, reading, sorted, shown) }
    },
    { initialProps: { sorted: list, shown: list } },
  )
  const less = bagPrice('off_1', '638.00', '50.00', '688.00')
  const call = ['off_1']
  act(() => hook.result.current.bags.setBags((bags) => place(answered(ask(bags), ['off_0'], [price]))))
  act(() =>
    hook.result.current.bags.setBags((bags) => hold(answered(asking(want(bags, call, list), call), call, [less]))),
  )
  return hook
}
const reading = { list: { current: null } }

test('bag07 what more is known waits as an order of the flights that are shown', () => {
  const { result } = openHeld('?destination=VIE')

  expect(result.current.held).toBeDefined()
  act(() => result.current.held?.onOrder())
  expect(result.current.held).toBeUndefined()
})

test('bag07 what more is known of flights that are not shown asks nothing of the reader', () => {
  const { result, rerender } = openHeld('?destination=ZRH')

  rerender({ sorted: list, shown: list.slice(0, 1) })

  expect(result.current.held).toBeUndefined()
})

test('bag07 an order that waits is worked out once, however often the page is drawn', () => {
  const { result, rerender } = openHeld('?destination=OSL')
  const { held } = result.current

  rerender({ sorted: list, shown: list })

  expect(result.current.held).toBe(held)
})
