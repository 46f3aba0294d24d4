import { expect, test } from 'vitest'
import { offer } from '@/testing/offers'
import { whyHere } from './why'

const hour = { amount: '36.00', currency: 'USD' }
const weighed = 'Best adds up price and travel time, and an hour counts $36 here.'
const compared = (more_amount: string, more_minutes: number | null, more_connections: number) =>
  offer({ against_cheapest: { more_amount, more_minutes, more_connections } })

test.each([
  ['38.00', -250, -1, `$38 more than the cheapest, 4h 10m shorter, one stop fewer. ${weighed}`],
  ['38.00', 65, 2, `$38 more than the cheapest, 1h 5m longer, 2 stops more. ${weighed}`],
  ['38.00', null, 0, `$38 more than the cheapest. ${weighed}`],
  ['0.00', 65, 0, `The same price as the cheapest, 1h 5m longer. ${weighed}`],
  ['0.00', 0, 0, 'This is the cheapest flight.'],
])(
  'see10 an offer for %s more, %j minutes and %i stops away from the cheapest says so',
  (amount, minutes, stops, words) => {
    expect(whyHere(compared(amount, minutes, stops), hour)).toBe(words)
  },
)

test('see10 an offer in another currency is weighed against nothing', () => {
  expect(whyHere(offer(), hour)).toMatch(/^Its price is in another currency/)
})
