import { expect, test } from 'vitest'
import { offer } from '@/testing/offers'
import { serviceFee } from './service-fee'

const sold = (amount: string, total_amount: string, total_currency = 'USD') =>
  offer({ total_amount, total_currency, price: { amount, currency: 'USD' } })

test.each([
  ['2378', '1956.90', '421.10'],
  ['1284', '1043.9', '240.1'],
])('r003 s185 of a price of %s that the airline sells for %s, our service fee is %s', (price, total, fee) => {
  expect(serviceFee(sold(price, total))).toEqual({ amount: fee, currency: 'USD' })
})

test.each([
  ['no more than the airline asks', sold('1284', '1284')],
  ['less than the airline asks', sold('1284', '1284.40')],
  ["a price in another currency than the airline's", sold('1284', '1043.90', 'EUR')],
])('r003 no fee is named in %s', (_, of) => {
  expect(serviceFee(of)).toBeNull()
})
