import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { LapBagsNote } from './lap-bags-note'

const adult = { id: 'pas_1', type: 'adult', age: null }

test.each([
  ['has', { id: 'pas_2', type: 'infant_without_seat', age: null }, 1],
  ['has no', { id: 'pas_2', type: 'child', age: null }, 0],
])('a party that %s infant on a lap reads whom the bags are for', (_, other, count) => {
  setup(<LapBagsNote passengers={offer({ passengers: [adult, other] }).passengers} />)

  expect(screen.queryAllByText(/^Bags are for travelers with their own seat\./)).toHaveLength(count)
})
