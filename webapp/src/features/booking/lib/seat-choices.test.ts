import { expect, test } from 'vitest'
import { cabin, seatElement } from '@/testing/seats'
import type { PartyMember } from './passengers'
import { choiceAgain, choose, nextChooser, type SeatChoice, seatsTotal, totalOf, unseated } from './seat-choices'

const party: PartyMember[] = [
  { id: 'maya', type: 'adult' },
  { id: 'ada', type: 'child' },
  { id: 'baby', type: 'infant_without_seat' },
]
const seat = (passengerId: string, designator: string, amount = '18.00', segmentId = 'out'): SeatChoice => ({
  segmentId,
  passengerId,
  seatId: `ase_${designator}_${passengerId}`,
  designator,
  cabinClass: 'economy',
  price: { amount, currency: 'USD' },
})
const taken = (choices: readonly SeatChoice[]) => choices.map((choice) => `${choice.passengerId} ${choice.designator}`)

test('another seat on the same flight replaces the one before', () => {
  expect(taken(choose([seat('maya', '15A')], seat('maya', '16A')))).toEqual(['maya 16A'])
})

test('the seats of other flights stay', () => {
  expect(taken(choose([seat('maya', '3C', '0', 'back')], seat('maya', '15A')))).toEqual(['maya 3C', 'maya 15A'])
})

test('the own seat once more gives it back', () => {
  expect(choose([seat('maya', '15A')], seat('maya', '15A'))).toEqual([])
})

test.each([
  [[], 'maya', 'ada'],
  [['ada'], 'maya', 'maya'],
  [['maya'], 'maya', 'ada'],
  [['maya', 'ada'], 'ada', 'ada'],
  [['ada'], 'ada', 'maya'],
])('c006_with seats for %j the turn goes from %s to %s', (seated, current, next) => {
  const choices = seated.map((id, index) => seat(id, `1${index}A`))
  expect(nextChooser(party, choices, 'out', current)).toBe(next)
})

test('r032_one seat each on any flight is enough, and lap infants need none', () => {
  expect(unseated(party, [seat('maya', '15A')]).map(({ id }) => id)).toEqual(['ada'])
  expect(unseated(party, [seat('maya', '15A'), seat('ada', '3C', '0', 'back')])).toEqual([])
})

test('r003 seats are added to the fare to the cent', () => {
  const choices = [seat('maya', '15A', '18.25'), seat('ada', '15B', '36.25')]

  expect(seatsTotal(choices)).toBe('54.50')
  expect(totalOf('1284.00', choices)).toBe('1338.50')
})

const before = { segmentId: 'seg_1', passengerId: 'pas_1', designator: '15A' }
const map = cabin(['15AB'], (designator) => seatElement(designator, designator === '15A' ? '21.00' : null))

test('r017 a seat of an earlier try is chosen again for what it costs now', () => {
  expect(choiceAgain(before, [map], 'USD')).toEqual({
    ...before,
    seatId: 'ase_15A',
    cabinClass: 'economy',
    price: { amount: '21.00', currency: 'USD' },
  })
})

test.each([
  ['that was sold meanwhile', { ...before, designator: '15B' }, 'USD'],
  ['of another passenger', { ...before, passengerId: 'pas_9' }, 'USD'],
  ['of a flight without a map', { ...before, segmentId: 'seg_9' }, 'USD'],
  ['in another currency', before, 'EUR'],
])('r017 a seat %s is not', (_, wanted, currency) => {
  expect(choiceAgain(wanted, [map], currency)).toBeNull()
})
