import { expect, test } from 'vitest'
import { cabin, fixture, mapOf, restrictedSeat, row, seatElement, seatsOf } from '@/testing/seats'
import { legendOf, priceSpan } from './seat-legend'

const service = (passenger: string, amount: string) => ({
  id: `ase_${passenger}_${amount}`,
  passenger_id: passenger,
  total_amount: amount,
  total_currency: 'USD',
})
const services = [service('adult', '39'), service('child', '19.50')]
const seats = {
  '1A': seatElement('1A', '89', { name: 'Extra legroom seat', available_services: [service('adult', '89')] }),
  '2A': seatElement('2A', '39', { name: 'Preferred seat', available_services: services }),
  '3A': seatElement('3A', '22', { available_services: [service('adult', '22'), service('child', '22')] }),
  '4A': seatElement('4A', '0', { available_services: [service('adult', '0'), service('child', '0')] }),
}
const map = cabin(['1A', '2A', '3A', '4A'], (designator) => seats[designator as keyof typeof seats])

test.each([
  ['adult', ['Standard $22', 'Preferred $39', 'Extra legroom $89', 'No charge', 'Taken']],
  ['child', ['Standard $22', 'Preferred $19.50', 'No charge', 'Taken']],
])('s126 the legend says what each kind costs the %s', (passenger, words) => {
  expect(legendOf(map, passenger).map(({ label, note }) => [label, note].filter(Boolean).join(' '))).toEqual(words)
})

test('s126 a kind that is free as a whole says so once, with its mark', () => {
  const free = cabin(['1A', '2A'], (designator) =>
    designator === '1A' ? seats['1A'] : seatElement(designator, '0', { available_services: [service('adult', '0')] }),
  )

  expect(legendOf(free, 'adult')).toEqual([
    { look: 'standard free', label: 'Standard', note: 'no charge' },
    { look: 'legroom', label: 'Extra legroom', note: '$89' },
    { look: 'taken', label: 'Taken' },
  ])
})

test.each([
  ['adult', 'no charge to $89'],
  ['child', 'no charge to $22'],
  ['nobody', ''],
])('s126 what the seats cost the %s is told from the least to the most', (passenger, words) => {
  expect(priceSpan(map, passenger)).toBe(words)
})

test('s126 what else the map shows is explained: restricted seats, wings, lavatories', () => {
  const full = mapOf([row(1, [fixture('lavatory'), restrictedSeat()], seatsOf('1C'))], {
    first_row_index: 0,
    last_row_index: 0,
  })

  expect(legendOf(full).map(({ label }) => label)).toEqual(['Standard', 'Taken', 'Not available', 'Wing', 'Lavatory'])
  expect(legendOf(map).map(({ label }) => label)).not.toContain('Not available')
})
