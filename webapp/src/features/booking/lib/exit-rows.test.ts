import { expect, test } from 'vitest'
import { exitBarrier } from './exit-rows'
import type { PartyMember } from './passengers'

const party: PartyMember[] = [
  { id: 'maya', type: 'adult' },
  { id: 'daniel', type: 'adult' },
  { id: 'ada', type: 'child' },
  { id: 'baby', type: 'infant_without_seat' },
]

test.each([
  ['maya', 'exit row, not with an infant on the lap'],
  ['daniel', null],
  ['ada', 'exit row, not for children'],
  ['baby', 'exit row, not for children'],
])('s126 in an exit row %s meets: %s', (id, barrier) => {
  expect(exitBarrier(party, id)).toBe(barrier)
})
