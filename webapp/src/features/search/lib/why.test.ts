import { expect, test } from 'vitest'
import { offer, roundTripWithStop } from '@/testing/offers'
import { whyHere } from './why'

const hour = { amount: '36.00', currency: 'USD' }
const weighed = 'Best adds up price, travel time and stops; an hour counts $36 here.'
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
    expect(whyHere(compared(amount, minutes, stops), hour, false)).toBe(words)
  },
)

test('see10 an offer in another currency is weighed against nothing', () => {
  expect(whyHere(offer(), hour, true)).toMatch(/^Its price is in another currency/)
})

test.each([
  [-2, /, 2 stops fewer in all\./],
  [-1, /, one stop fewer in all\./],
  [3, /, 3 stops more in all\./],
])('see10 of a round trip the stops of both directions are told as such (%i)', (more, words) => {
  const trip = offer({
    slices: roundTripWithStop(),
    against_cheapest: { more_amount: '38.00', more_minutes: 0, more_connections: more },
  })

  expect(whyHere(trip, hour, false)).toMatch(words)
})

test('see10 bag07 beside prices with a bag the reasons say that fares count without one', () => {
  const words = 'This is the cheapest flight. Fares count without added bags.'
  expect(whyHere(compared('0.00', 0, 0), hour, true)).toBe(words)
})
