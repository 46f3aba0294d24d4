import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sliceWithStop } from '@/testing/offers'
import { setup } from '@/testing/render'
import { BookedSeats } from './booked-seats'

test('r032 seats stand by flight and passenger, and a flight without one says who gives it', () => {
  const seats = [
    { segmentId: 'seg_1', designator: '15B', passenger: 'Daniel Okafor' },
    { segmentId: 'seg_1', designator: '9A', passenger: 'Maya Okafor' },
  ]

  setup(<BookedSeats slice={sliceWithStop()} seats={seats} isFirst />)

  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'BA\u00a0178: Maya Okafor, seat 9A; Daniel Okafor, seat 15B',
    'BA\u00a0178: the airline assigns seats at check-in',
  ])
})

test('a trip without seats says once that the airline assigns them', () => {
  const show = (isFirst: boolean) => <BookedSeats slice={sliceWithStop()} seats={[]} isFirst={isFirst} />

  setup(
    <>
      {show(true)}
      {show(false)}
    </>,
  )

  expect(screen.getAllByText(/assigns seats/).map(({ textContent }) => textContent)).toEqual([
    'The airline assigns seats at check-in.',
  ])
})
