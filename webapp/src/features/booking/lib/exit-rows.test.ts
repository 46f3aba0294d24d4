import { expect, test } from 'vitest'
import { exitBarrier } from './exit-rows'
import type { PartyMember } from './passengers'

const party: PartyMember[] = [
  { id: 'maya', type: 'adult' },
  { id: 'daniel', type: 'adult' },
  { id: 'ada', type: 'child' },
  { id: 'baby', type: 'infant_without_seat' },
]
const departure = '2027-03-05'

test.each([
  ['maya', 'exit row, not with an infant on the lap'],
  ['daniel', null],
  ['ada', 'exit row, 16 or older only'],
  ['baby', 'exit row, 16 or older only'],
])('s126 in an exit row %s meets: %s', (id, barrier) => {
  expect(exitBarrier({ party, passengers: null, departure }, id)).toBe(barrier)
})

test.each<[string, number | undefined, string, boolean]>([
  ['who was searched for as 14', 14, '', false],
  ['who was searched for as 16', 16, '', true],
  ['who turns 16 on the day of departure', undefined, '2011-03-05', true],
  ['who turns 16 a day later', undefined, '2011-03-06', false],
  ['who is 16 on the last flight alone', 16, '2011-03-06', false],
  ['whose age nobody knows', undefined, '', true],
])('s126 an adult’s ticket of somebody %s is for an exit row: %j', (_, age, dateOfBirth, isAllowed) => {
  const member: PartyMember = { id: 'leo', type: 'adult', ...(age !== undefined && { age }) }

  const barrier = exitBarrier({ party: [member], passengers: [{ dateOfBirth }], departure }, 'leo')
  expect(barrier === null).toBe(isAllowed)
})
