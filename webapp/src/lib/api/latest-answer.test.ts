import { expect, test } from 'vitest'
import { known, type NumberedAnswer } from './latest-answer'
import type { Verification } from './offers'

const price = { amount: '1322', currency: 'USD' } as NonNullable<Verification['replacement']>['price']
const answer = (part: Partial<Verification>): Verification => ({
  isValid: false,
  isGone: false,
  isRefused: false,
  code: '',
  expiresAt: null,
  replacement: null,
  ...part,
})
const answers = {
  stands: answer({ isValid: true }),
  away: answer({ code: 'API_ERROR' }),
  gone: answer({ isGone: true, code: 'OFFER_EXPIRED' }),
  refused: answer({ isRefused: true, code: 'DOCUMENTS_UNSUPPORTED' }),
  replaced: answer({ isGone: true, code: 'OFFER_EXPIRED', replacement: { offer_id: 'off_2', price } }),
}
type Name = keyof typeof answers

const numbered = (number: number, name: Name, offerId = 'off_1'): NumberedAnswer => ({
  offerId,
  number,
  answer: answers[name],
})

test.each<[older: Name, newer: Name, known: Name]>([
  ['stands', 'gone', 'gone'],
  ['stands', 'away', 'away'],
  ['away', 'stands', 'stands'],
  ['gone', 'away', 'gone'],
  ['refused', 'away', 'refused'],
  ['refused', 'stands', 'stands'],
  ['replaced', 'away', 'replaced'],
  ['gone', 'replaced', 'replaced'],
  ['replaced', 'gone', 'replaced'],
  // Who had it got nothing: it is sold again.
  ['gone', 'stands', 'stands'],
])('r034 after "%s" the answer "%s" means "%s", in whichever order they come', (older, newer, expected) => {
  const [first, second] = [numbered(1, older), numbered(2, newer)]

  expect(known(first, second).answer).toEqual(answers[expected])
  expect(known(second, first).answer).toEqual(answers[expected])
  expect(known(second, first).number).toBe(2)
})

test('an answer about the offer before says nothing of this one', () => {
  expect(known(numbered(1, 'gone'), numbered(2, 'away', 'off_2')).answer).toEqual(answers.away)
  expect(known(numbered(2, 'away', 'off_2'), numbered(1, 'gone')).offerId).toBe('off_2')
})
