import { expect, test } from 'vitest'
import { chosenBag, keptBag, soldBag } from '@/testing/bags'
import { roundTripWithStop } from '@/testing/offers'
import { addedInWords, changeWords, nameInside, newsOf, offeredWords } from './bag-words'

const slices = roundTripWithStop()
const ada = [{ firstName: 'Ada' }]
const usd = (amount: string) => ({ amount, currency: 'USD' })

test('bag03 a bag on sale says what it covers, and what a piece costs', () => {
  expect(offeredWords(slices, soldBag())).toBe('Outbound flight · $75 each')
  expect(offeredWords(slices, soldBag({ coverage: 'flights 0.1', each: usd('18.50') }))).toBe(
    'Dublin to London · $18.50 each',
  )
})

test('a traveler without a name yet has their number', () => {
  expect([nameInside({ firstName: ' Ada ' }, 1), nameInside({ firstName: ' ' }, 1), nameInside(undefined, 1)]).toEqual([
    'Ada',
    'passenger 2',
    'passenger 2',
  ])
})

const wayOut = chosenBag({ quantity: 2 })
const wayBack = chosenBag({ coverage: 'slice 1', quantity: 2 })
const cabin = chosenBag({ kind: 'carry_on', coverage: 'slice 0' })

test.each([
  [[wayOut], '2 checked bags, outbound flight'],
  [[wayOut, wayBack], '2 checked bags each way'],
  [[wayOut, { ...wayBack, quantity: 1 }], '2 checked bags, outbound flight; 1 checked bag, return flight'],
  [[wayOut, cabin], '2 checked bags, outbound flight; 1 cabin bag, outbound flight'],
  [
    [wayOut, wayBack, cabin],
    '2 checked bags, outbound flight; 2 checked bags, return flight; 1 cabin bag, outbound flight',
  ],
])('what a traveler has added is told in few words (%#)', (bags, expected) => {
  expect(addedInWords(slices, bags)).toBe(expected)
})

test.each([
  [2, '2 checked bags, 23 kg, outbound flight, for Ada. Total $1,434.'],
  [0, 'No checked bag, 23 kg, outbound flight, for Ada. Total $1,434.'],
])('what is read out of %i pieces', (quantity, words) => {
  expect(newsOf(slices, chosenBag({ quantity }), 'Ada', '$1,434')).toBe(words)
})

test.each([
  [
    { how: 'lost', bag: keptBag() } as const,
    '1 checked bag, 23 kg, outbound flight, for Ada: not available, so not part of this booking.',
  ],
  [
    { how: 'fewer', bag: keptBag({ quantity: 2 }), remaining: 1, price: usd('80.00') } as const,
    '2 checked bags, 23 kg, outbound flight, for Ada: only 1 available, for $80.',
  ],
  [
    { how: 'price', bag: keptBag({ coverage: 'trip' }), price: usd('80.50'), before: usd('75.00') } as const,
    '1 checked bag, 23 kg, whole trip, for Ada: now $80.50 instead of $75.',
  ],
])('bag08 what has become of a bag is told in words: %j', (change, words) => {
  expect(changeWords(slices, change, ada)).toBe(words)
})
