import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { mapOf, restrictedSeat, row, seatElement, seatsOf } from '@/testing/seats'
import { serve } from '@/testing/server'
import { SeatMaps } from './seat-maps'

test('s126 each seat has its letter; a restricted one is "not available", never taken', async () => {
  const map = mapOf([row(28, seatsOf('28A'), [restrictedSeat(), seatElement('28C', null)])])
  serve({ 'GET /api/flights/seatmaps/off_1': [map] })
  const { container } = setup(<SeatMaps offer={offer()} />)

  expect(await screen.findByText('Seat not available')).toBeInTheDocument()
  const seats = [...container.querySelectorAll('.row .seat')]
  expect(
    seats.map((seat) => [seat.firstElementChild?.textContent, seat.getAttribute('title'), seat.className]),
  ).toEqual([
    ['A', '28A, $18.50', 'seat standard'],
    ['', 'Seat not available', 'seat unavailable'],
    ['C', '28C, taken', 'seat taken'],
  ])
})
