import { expect, test } from 'vitest'
import { type CardFields, cardProblems, groupedNumber, networkOf, passesLuhn } from './card'

const today = '2027-03-05'
const good: CardFields = {
  number: '4242 4242 4242 4242',
  expiryMonth: '08',
  expiryYear: '29',
  cvv: '123',
  holderName: 'Maya Okafor',
}

const first = (change: Partial<CardFields>) => cardProblems({ ...good, ...change }, today)[0]

test('a good card has no problems', () => {
  expect(cardProblems(good, today)).toEqual([])
})

test.each([
  ['4242 4242 4242 42', 'Please enter a valid card number'],
  ['', 'Please enter a valid card number'],
  ['4242 4242 4242 4241', 'The card number you entered is not valid'],
  ['3782 822463 10004', 'The card number you entered is not valid'],
])('s132_s133_number "%s" is refused', (number, message) => {
  expect(first({ number })).toEqual({ field: 'number', title: 'Invalid Card Number', message })
})

test('s132_fifteen digits are enough', () => {
  expect(first({ number: '378282246310005', cvv: '1234' })).toBeUndefined()
})

test.each([
  [{ expiryMonth: '', expiryYear: '' }, 'Type the month and the year as on your card.'],
  [{ expiryYear: '' }, 'Type the month and the year as on your card.'],
  [{ expiryMonth: '13' }, 'The month is a number from 01 to 12.'],
  [{ expiryMonth: '02', expiryYear: '27' }, 'This card has expired.'],
])('s134_expiry %j is refused, and the field says why', (change, reason) => {
  expect(first(change)).toEqual({
    field: 'expiry',
    title: 'Invalid Expiry Date',
    message: 'Please enter a valid expiration date',
    detail: `Please enter a valid expiration date. ${reason}`,
  })
})

test('s134_a card is good to the end of its month', () => {
  expect(first({ expiryMonth: '03', expiryYear: '27' })).toBeUndefined()
})

test.each(['', '12', '12345', '12a'])('s135_code "%s" is refused', (cvv) => {
  expect(first({ cvv })).toMatchObject({ title: 'Invalid CVV', message: 'Please enter a valid security code (CVV)' })
})

test.each(['', 'Al ', '  A  '])('s136_holder "%s" is refused', (holderName) => {
  expect(first({ holderName })).toMatchObject({ title: 'Invalid Card Holder Name' })
})

test.each([
  ['42424242424242429999', '4242 4242 4242 4242'],
  ['4242-4242', '4242 4242'],
  ['4242 ', '4242'],
  ['37828224', '3782 8224'],
  ['3782822463100059', '3782 822463 10005'],
])('s131_"%s" is grouped as "%s"', (typed, grouped) => {
  expect(groupedNumber(typed)).toBe(grouped)
})

test.each([
  ['4242424242424242', true],
  ['5555555555554444', true],
  ['4242424242424224', false],
])('s133 the check digit of %s holds: %s', (digits, holds) => {
  expect(passesLuhn(digits)).toBe(holds)
})

test.each([
  ['4', 'Visa'],
  ['51', 'Mastercard'],
  ['34', 'Amex'],
  ['', null],
  ['9', null],
])('"%s" is of %s', (number, network) => {
  expect(networkOf(number)).toBe(network)
})
