import { expect, test } from 'vitest'
import type { BagPrice } from '@/lib/api/types'
import { bagPrice, noBagPrice } from '@/testing/bag-prices'
import { offer, segment, slice } from '@/testing/offers'
import { answered, asking, hasNews, hold, isAsking, nextToAsk, want } from './bag-asking'
import { type Bags, cardBag, noBags, place, placeAgain, sumsWithBag } from './bag-prices'

const bare = (id: string, amount = '638') =>
  offer({ id, price: { amount }, slices: [slice({ segments: [segment({ baggages: [] })] })] })
const ids = (count: number) => Array.from({ length: count }, (_, number) => `off_${number}`)
const price = bagPrice('off_0', '638.00', '150.00', '788.00')
const listed = new Set(ids(40))
const told = (bags: Bags, of: readonly string[], prices: readonly BagPrice[]) =>
  answered(asking(want(bags, of, listed), of), of, prices)

test('bag07 a card without a bag says that it is not known, then asked for, then what it costs', () => {
  const wanted = want(noBags, ['off_0'], listed)

  expect(cardBag(bare('off_0'), noBags)).toBe('unknown')
  expect(cardBag(bare('off_0'), wanted)).toBe('asked')
  expect(cardBag(bare('off_0'), answered(wanted, ['off_0'], [price]))).toBe(price)
})

test('bag07 a fare that includes a bag keeps its price', () => {
  const included = offer({ id: 'off_1', price: { amount: '724' } })

  expect(cardBag(included, noBags)).toBeNull()
  expect([...sumsWithBag([included], new Map())]).toEqual([['off_1', '724']])
})

test('bag07 an offer without a known sum has none to be sorted by', () => {
  const prices = [price, noBagPrice('off_1', 'none'), noBagPrice('off_2', 'gone'), noBagPrice('off_3', 'unknown')]
  const known = told(noBags, ids(4), prices).known

  expect([
    ...sumsWithBag(
      ids(5).map((id) => bare(id)),
      known,
    ),
  ]).toEqual([['off_0', '788.00']])
})

test('bag07 a list asks for at most 10 offers at once and 30 in all', () => {
  let bags = want(noBags, ids(35), listed)
  const calls: number[] = []

  for (let next = nextToAsk(bags); next.length > 0; next = nextToAsk(bags)) {
    calls.push(next.length)
    bags = asking(bags, next)
    expect(nextToAsk(bags)).toEqual([])
    expect(isAsking(bags)).toBe(true)
    bags = answered(bags, next, [])
  }

  expect(calls).toEqual([10, 10, 10])
  expect(isAsking(bags)).toBe(false)
  expect(want(bags, ['off_34'], listed)).toBe(bags)
})

test('bag07 what has come into view once is asked for once', () => {
  const bags = want(noBags, ['off_0', 'off_1'], listed)

  expect(want(bags, ['off_1', 'off_0'], listed)).toBe(bags)
  expect(want(bags, ['off_1', 'off_2'], listed).wanted).toEqual(['off_0', 'off_1', 'off_2'])
})

test('bag07 offers that the list no longer has leave their place to others', () => {
  const full = told(noBags, ids(30), [price])
  const replaced = new Set(['off_29', 'off_30'])
  expect(want(full, ['off_30'], listed)).toBe(full)

  const bags = want(full, ['off_30'], replaced)

  expect(bags.wanted).toEqual(['off_29', 'off_30'])
  expect([...bags.asked]).toEqual(['off_29'])
  expect([...bags.known.keys()]).toEqual(['off_29'])
  expect(nextToAsk(bags)).toEqual(['off_30'])
})

test('bag07 an answer about an offer that the list no longer has is ignored', () => {
  const asked = asking(want(noBags, ids(2), listed), ids(2))
  const left = want(asked, [], new Set(['off_1']))

  expect([...answered(left, ids(2), [price]).known.keys()]).toEqual(['off_1'])
})

test('bag07 what an answer leaves out is not known and not asked for again', () => {
  const bags = told(noBags, ids(2), [price])

  expect(bags.known.get('off_1')?.state).toBe('unknown')
  expect(nextToAsk(bags)).toEqual([])
})

test('bag07 there is news where the list is not sorted yet, or a sum came since', () => {
  const sorted = place(told(noBags, ['off_0'], [price]))

  expect(hasNews(noBags)).toBe(true)
  expect(hasNews(sorted)).toBe(false)
  expect(hasNews(told(sorted, ['off_1'], [noBagPrice('off_1', 'none')]))).toBe(false)
  expect(hasNews(told(sorted, ['off_1'], [bagPrice('off_1', '700.00', '10.00', '710.00')]))).toBe(true)
})

test('bag07 another view takes in what is known, but begins no order by itself', () => {
  const later = hold(told(place(noBags), ['off_0'], [price]))

  expect(placeAgain(later)).toMatchObject({ placed: later.known, isHeld: false })
  const unsorted = told(noBags, ['off_0'], [price])
  expect(placeAgain(unsorted)).toBe(unsorted)
  expect(placeAgain(hold(unsorted))).toMatchObject({ placed: unsorted.known, isHeld: false })
})
