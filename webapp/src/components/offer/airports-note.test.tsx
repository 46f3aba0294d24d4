import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { place, segment, slice } from '@/testing/offers'
import { setup } from '@/testing/render'
import { AirportsNote } from './airports-note'

const back = (from: string, to: string) =>
  slice({ id: 'sli_2', segments: [segment({ origin: place(from), destination: place(to) })] })

test('each airport that a return trip changes has its line', () => {
  setup(<AirportsNote slices={[slice(), back('STN', 'EWR')]} />)

  expect(screen.getByText('Returns from STN, not LHR')).toBeVisible()
  expect(screen.getByText('Returns to EWR, not JFK')).toBeVisible()
})

test('a trip that comes back the way it went has no warning', () => {
  setup(<AirportsNote slices={[slice(), back('LHR', 'JFK')]} />)

  expect(screen.queryByText(/^Returns/)).toBeNull()
})
