import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setup } from '@/testing/render'
import { LapBagsNote } from './lap-bags-note'

test.each([
  ['has', 'infant_without_seat', 1],
  ['has, once it is booked, an', 'infant', 1],
  ['has no', 'child', 0],
])('a party that %s infant on a lap reads whom the bags are for', (_, type, count) => {
  setup(<LapBagsNote passengers={[{ type: 'adult' }, { type }]} />)

  expect(screen.queryAllByText(/^Bags are for travelers with their own seat\./)).toHaveLength(count)
})
