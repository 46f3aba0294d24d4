import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSeatMaps } from '@/lib/api/offers'
import { deferred } from '@/testing/deferred'
import { setup } from '@/testing/render'
import { type Fake, problem, serve } from '@/testing/server'
import { usePatientSeatMaps } from './use-patient-seat-maps'

vi.mock('@/lib/pause', () => ({ pause: async () => undefined }))

const SEATS = 'GET /api/flights/seatmaps/off_1'
const away = problem(503, 'PROVIDER_UNAVAILABLE', 'Away.')

const FlightPage = () => <output>{useSeatMaps('off_1').error ? 'failed' : 'asked'}</output>

function SeatStep() {
  const { data, error } = usePatientSeatMaps('off_1')
  return <output>{error ? 'failed' : data ? `${data.length} maps` : 'asked'}</output>
}

test('s104 seat maps that could not be read on the page of the flight are asked for anew', async () => {
  let answer: Fake<typeof SEATS> | Promise<never> = away
  const calls = serve({ [SEATS]: () => answer })
  const { rerender } = setup(<FlightPage />)
  await screen.findByText('failed')
  const later = deferred()
  answer = later.promise

  rerender(<p>Who is traveling?</p>)
  rerender(<SeatStep />)
  expect(screen.getByRole('status')).toHaveTextContent('asked')

  await act(async () => later.resolve([]))
  expect(await screen.findByText('0 maps')).toBeVisible()
  expect(calls).toHaveLength(2)
})

test('s104 seat maps that are asked for three times without an answer have failed', async () => {
  const calls = serve({ [SEATS]: away })
  setup(<SeatStep />)

  expect(await screen.findByText('failed')).toBeVisible()
  expect(calls).toHaveLength(3)
})
