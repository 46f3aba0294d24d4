import { expect, test } from 'vitest'
import { bookedSlice } from '@/testing/bookings'
import { carrier, segment } from '@/testing/offers'
import { soleAirline, spelledOut } from './airlines'

const flownBy = (...carriers: [code: string, name: string][]) => [
  bookedSlice({ segments: carriers.map((of) => segment({ marketing_carrier: carrier(...of) })) }),
]
const india = flownBy(['AI', 'Air India'], ['AI', 'Air India'])

test.each([
  ['AI travel credit', 'Air India travel credit'],
  ['BA eVoucher', 'BA eVoucher'],
  ['Future Flight Credit', 'Future Flight Credit'],
])('the credit "%s" is shown as "%s"', (name, shown) => {
  expect(spelledOut(name, india)).toBe(shown)
})

test('an airline is named where it alone sells the trip', () => {
  expect(soleAirline(india)?.name).toBe('Air India')
  expect(soleAirline(flownBy(['AI', 'Air India'], ['BA', 'British Airways']))).toBeNull()
  expect(soleAirline([])).toBeNull()
})
