import { expect, test } from 'vitest'
import type { BagPrice } from '@/lib/api/types'
import { bagPrice, noBagPrice } from '@/testing/bag-prices'
import { bagIncluded, offer, segment, slice } from '@/testing/offers'
import { answered, asking, awaited, hasNews, hold, isAsking, nextToAsk, want } from './bag-asking'
import { dropUnknown, keepListed } from './bag-list'
import { type BagCall, type Bags, cardBag, noBags, place, placeAgain } from './bag-prices'

/** Its fare includes no bag, and its flight is its own. */
const bare = (id: string, amount = '638') =>
  offer({ id, price: { amount }, slices: [slice({ segments: [segment({ flight_number: id, baggages: [] })] })] })
const ids = (count: number) => Array.from({ length: count }, (_, number) => `off_${number}`)
const price = bagPrice('off_0', '638.00', '150.00', '788.00')
const listOf = (of: readonly string[]) => of.map((id) => bare(id))
const listed = listOf(ids(40))
/** The answer of a call, for the offers that it counts for. */
const take = (bags: Bags, call: BagCall, prices: readonly BagPrice[]) => answered(bags, awaited(bags, call), prices)
const told = (bags: Bags, of: readonly string[], prices: readonly BagPrice[]) =>
  answered(asking(want(bags, of, listed), of), of, prices)

test('bag07 a card without a bag says that it is not known, then asked for, then what it costs', () => {
  const wanted = want(noBags, ['off_0'], listed)

  expect(cardBag(bare('off_0'), noBags)).toBe('unknown')
  expect(cardBag(bare('off_0'), wanted)).toBe('asked')
  expect(cardBag(bare('off_0'), told(wanted, ['off_0'], [price]))).toBe(price)
})

test('bag07 a fare that includes a bag keeps its price', () => {
  const included = offer({ id: 'off_1', price: { amount: '724' } })

  expect(cardBag(included, noBags)).toBeNull()
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

test('bag07 a list that is shorter for a while asks for 30 offers in all too', () => {
  const full = told(noBags, ids(30), [price])
  const shorter = listOf(['off_29', 'off_30'])

  expect(want(full, ['off_30'], shorter)).toBe(full)
  expect(want(full, ['off_30'], listed)).toBe(full)
})

test('bag07 offers that the list no longer has leave their place to others before they are asked for', () => {
  const wanted = asking(want(noBags, ids(30), listed), ids(10))

  const bags = want(wanted, ['off_39'], listOf(['off_10', 'off_39']))

  expect(bags.wanted).toEqual([...ids(11), 'off_39'])
  expect([...bags.asked.keys()]).toEqual(ids(10))
})

test('bag07 a list of another asking begins anew, and stands as it did', () => {
  const full = place(told(noBags, ids(30), [price]))

  const bags = want(full, ['off_50'], listOf(['off_50']))

  expect(bags.wanted).toEqual(['off_50'])
  expect(nextToAsk(bags)).toEqual(['off_50'])
  expect(bags.known.size).toBe(0)
  expect(bags.placed).toBe(full.placed)
})

test('bag07 a list that has no offers yet drops no answer', () => {
  const bags = told(noBags, ids(1), [price])

  expect(keepListed(bags, [])).toBe(bags)
})

test('bag07 r039 an offer whose card shows another fare is asked for anew', () => {
  const bags = told(noBags, ids(2), [price])
  const repriced = [bare('off_0', '660'), bare('off_1')]

  const left = keepListed(bags, repriced)

  expect(cardBag(bare('off_0', '660'), left)).toBe('unknown')
  expect(left.wanted).toEqual(['off_1'])
  const again = want(left, ['off_0'], repriced)
  expect(nextToAsk(again)).toEqual(['off_0'])
  expect(keepListed(again, repriced)).toBe(again)
})

test('bag07 r039 an answer for the fare before is ignored', () => {
  const call = ids(2)
  const asked = asking(want(noBags, call, listed), call)
  const repriced = [bare('off_0', '660'), bare('off_1')]
  const again = want(asked, ['off_0'], repriced)

  expect([...take(again, call, [price]).known.keys()]).toEqual(['off_1'])
})

test.each(['before', 'after'])(
  'bag07 r039 an answer for the fare before is ignored %s the one for the fare now',
  (when) => {
    const repriced = [bare('off_0', '660'), bare('off_1')]
    const old = { call: ['off_0'], price }
    const now = { call: ['off_0'], price: bagPrice('off_0', '660.00', '150.00', '810.00') }
    const asked = asking(want(noBags, ['off_0'], listed), old.call)
    const again = asking(want(asked, ['off_0'], repriced), now.call)

    const answers = when === 'before' ? [old, now] : [now, old]
    const { known } = answers.reduce((bags, answer) => take(bags, answer.call, [answer.price]), again)

    expect(known.get('off_0')).toBe(now.price)
  },
)

test('bag07 r039 a call that was about to leave for a fare that went does not count for the fare now', () => {
  const repriced = [bare('off_0', '660'), bare('off_1')]
  const call = ['off_0']
  const late = asking(keepListed(want(noBags, ['off_0'], listed), repriced), call)

  const again = want(late, ['off_0'], repriced)

  expect(take(again, call, [price]).known.size).toBe(0)
  expect(nextToAsk(again)).toEqual(['off_0'])
})

test('bag07 what was not known may be asked for again, and what is sold without a bag may not', () => {
  const bags = told(noBags, ids(3), [price, noBagPrice('off_1', 'unknown'), noBagPrice('off_2', 'none')])

  const left = dropUnknown(bags)

  expect(left.wanted).toEqual(['off_0', 'off_2'])
  expect(nextToAsk(want(left, ids(3), listed))).toEqual(['off_1'])
  expect(dropUnknown(left)).toBe(left)
})

test('bag07 a busy airline is asked three times about each of 30 offers, however often the list is looked at', () => {
  const asked: string[] = []
  let bags = noBags
  for (let look = 0; look < 8; look += 1) {
    bags = want(dropUnknown(bags), ids(40), listed)
    for (let call = nextToAsk(bags); call.length > 0; call = nextToAsk(bags)) {
      asked.push(...call)
      bags = take(asking(bags, call), call, [])
    }
  }

  expect(asked.toSorted()).toEqual([...ids(30), ...ids(30), ...ids(30)].toSorted())
  expect(bags.known.get('off_29')?.state).toBe('unknown')
})

test('bag07 an offer that is asked for again holds its place until then', () => {
  const busy = dropUnknown(told(noBags, ids(30), []))

  const others = want(busy, ids(40).slice(30), listed)

  expect(others.wanted).toEqual([])
  expect(want(others, ids(40), listed).wanted).toEqual(ids(30))
})

test('bag07 r039 an offer whose fare changes again and again is asked for three times', () => {
  const fares = ['638', '660', '638', '660', '638']
  let bags = noBags
  const asked = fares.filter((fare) => {
    bags = want(bags, ['off_0'], [bare('off_0', fare)])
    const call = nextToAsk(bags)
    bags = take(asking(bags, call), call, [price])
    return call.length > 0
  })

  expect(asked).toHaveLength(3)
  expect(cardBag(bare('off_0'), bags)).toBe('unknown')
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

test('bag07 there is news where a sum is another one than the list is sorted by', () => {
  const sorted = place(told(noBags, ids(2), [price, noBagPrice('off_1', 'unknown')]))

  expect(hasNews(told(sorted, ['off_0'], [bagPrice('off_0', '660.00', '150.00', '810.00')]))).toBe(true)
  expect(hasNews(told(sorted, ['off_0'], [noBagPrice('off_0', 'gone')]))).toBe(true)
  expect(hasNews(told(sorted, ['off_1'], [bagPrice('off_1', '700.00', '10.00', '710.00')]))).toBe(true)
  expect(hasNews(told(sorted, ['off_0'], [bagPrice('off_0', '638.00', '150.00', '788.00')]))).toBe(false)
})

test('bag07 another view takes in what is known, but begins no order by itself', () => {
  const later = hold(told(place(noBags), ['off_0'], [price]))

  expect(placeAgain(later)).toMatchObject({ placed: later.known, isHeld: false })
  const unsorted = told(noBags, ['off_0'], [price])
  expect(placeAgain(unsorted)).toBe(unsorted)
  expect(placeAgain(hold(unsorted))).toMatchObject({ placed: unsorted.known, isHeld: false })
})

/** A fare of a flight that others have fares of too. */
const fare = (id: string, amount: string, checked = 0) => {
  const baggages = [{ type: 'checked', quantity: checked }]
  return offer({ id, price: { amount }, slices: [slice({ segments: [segment({ baggages })] })] })
}

test('bag07 fares of the same flights are asked for where they may cost less with a bag, and no others', () => {
  const list = [fare('basic', '1675'), fare('main', '1720'), fare('flex', '1735', 1), fare('lounge', '1900')]

  expect(want(noBags, ['basic'], list).wanted).toEqual(['basic', 'main'])
  expect(want(noBags, ['flex'], list).wanted).toEqual(['basic', 'main'])
})

test('bag07 fares are asked for that may cost less than one with a bag that is not loaded', () => {
  const naming = { ...fare('basic', '1675'), bag_included: bagIncluded('flex', 'Flex', '1735') }
  const list = [naming, fare('main', '1720'), fare('lounge', '1900')]

  expect(want(noBags, ['basic'], list).wanted).toEqual(['basic', 'main'])
})

test('bag07 a fare that filters leave out is not asked for, and keeps what is known of it', () => {
  const list = [fare('basic', '1675'), fare('main', '1720'), fare('flex', '1735', 1)]
  const passing = list.filter(({ id }) => id !== 'main')
  const known = answered(asking(want(noBags, ['main'], list), ['main']), ['main'], [])

  expect(want(noBags, ['basic'], list, passing).wanted).toEqual(['basic'])
  expect(want(known, ['basic'], list, passing).wanted).toEqual(['main', 'basic'])
})

test('bag07 where no fare includes a bag, the others are asked for once a sum is known that they may be below', () => {
  const list = [fare('basic', '1675'), fare('main', '1720'), fare('lounge', '2100')]
  const first = want(noBags, ['basic'], list)
  expect(first.wanted).toEqual(['basic'])

  const known = answered(asking(first, ['basic']), ['basic'], [bagPrice('basic', '1675.00', '300.00', '1975.00')])

  expect(want(known, ['basic'], list).wanted).toEqual(['basic', 'main'])
})
