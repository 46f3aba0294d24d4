import { expect, test } from 'vitest'
import {
  draftOf,
  emptyDraft,
  isChanged,
  largeMarkupStep,
  markupHint,
  recordOf,
  shiftPoint,
  valueAt,
  withValue,
} from './brand-draft'

test.each([
  ['0.23', 2, '23'],
  ['0.075', 2, '7.5'],
  ['1', 2, '100'],
  ['0', 2, '0'],
  ['23', -2, '0.23'],
  ['7.5', -2, '0.075'],
  ['100', -2, '1'],
  ['0.5', -2, '0.005'],
  ['0', -2, '0'],
  ['.5', -2, '0.005'],
  ['much', -2, 'much'],
  ['', -2, ''],
  ['-5', -2, '-5'],
])('the point of %j moves by %i exactly: %j', (number, places, expected) => {
  expect(shiftPoint(number, places)).toBe(expected)
})

test('a markup is typed in percent and sent as a fraction', () => {
  expect(draftOf(emptyDraft.record).markup).toBe('23')
  expect(recordOf({ ...emptyDraft, markup: '18.5' }).markupRate).toBe('0.185')
})

test('a field is read and changed by the name that the server gives it', () => {
  const changed = withValue(emptyDraft.record, 'brand.contact.phone', '1-800-555-0100')

  expect(valueAt(changed, 'brand.contact.phone')).toBe('1-800-555-0100')
  expect(valueAt(changed, 'brand.nothing.there')).toBe('')
  expect(emptyDraft.record.brand.contact.phone).toBe('')
  expect(isChanged(draftOf(changed), emptyDraft)).toBe(true)
  expect(isChanged(draftOf(withValue(changed, 'brand.contact.phone', '')), emptyDraft)).toBe(false)
})

test.each([
  ['23', ': a fare of $500 sells for $615'],
  ['12.5', ': a fare of $500 sells for $563'],
  ['125', ': a fare of $500 sells for $1,125'],
  ['', ''],
  ['-5', ''],
])('a markup of %j is shown at work%s', (percent, example) => {
  expect(markupHint(percent)).toBe(`Added to the airline's full price${example}`)
})

test.each([
  ['23', '999', { before: '$615', after: '$5,495' }],
  ['23.3', '33.3', { before: '$617', after: '$667' }],
  ['23', '13', { before: '$615', after: '$565' }],
  ['23', '32.99', null],
  ['23', '23', null],
  ['23', 'much', null],
])('a markup that goes from %j to %j is a large step: %j', (before, after, prices) => {
  expect(largeMarkupStep(before, after)).toEqual(prices && { fare: '$500', ...prices })
})
