import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Baggage, Fare } from '@/lib/api/types'
import { standAt } from '@/testing/address'
import { chosenBag } from '@/testing/bags'
import { bookingParts, setupIn } from '@/testing/booking-parts'
import { fare, offer, segment, slice } from '@/testing/offers'
import type { SeatChoice } from '../../lib/seat-choices'
import { BookingProvider } from '../booking-provider'
import { FareWithBags } from './fare-with-bags'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

let fares: readonly Fare[] | undefined
vi.mock('@/lib/api/offers', async (original) => ({
  ...(await original<object>()),
  useFares: () => ({ data: fares }),
}))

const inHalfAnHour = () => new Date(Date.now() + 30 * 60_000).toISOString()
const holding = (checked: number): Baggage[] => [{ type: 'checked', quantity: checked }]
const bag = chosenBag()
const seat: SeatChoice = {
  segmentId: 'seg_1',
  passengerId: 'pas_1',
  designator: '15A',
  seatId: 'ase_seat',
  cabinClass: 'economy',
  price: { amount: '18.50', currency: 'USD' },
}
/** $1,317, and $75 for a bag. */
const bare = offer({ price: { amount: '1317.00' }, slices: [slice({ segments: [segment({ baggages: holding(0) })] })] })
const classic = fare('off_classic', '1350.00', { baggages: holding(1), expires_at: inHalfAnHour() })

const booking = (seats: readonly SeatChoice[] = []) =>
  bookingParts({
    trip: { offer: bare, party: [{ id: 'pas_1', type: 'adult' }], bags: [bag], seats },
    bags: { sold: [bag] },
  })

function open(at = booking()) {
  const onAnnounce = vi.fn()
  const page = setupIn(at, <FareWithBags onAnnounce={onAnnounce} />)
  /** The fares are read, or read again. */
  const read = (next: readonly Fare[]) => {
    fares = next
    page.rerender(
      <BookingProvider booking={at}>
        <FareWithBags onAnnounce={onAnnounce} />
      </BookingProvider>,
    )
  }
  return { onAnnounce, read }
}

const link = () => screen.queryByRole('link', { name: 'See that fare' })

beforeEach(() => {
  standAt('/booking?offer=off_1')
  fares = undefined
})

test('a fare that is found during a press comes once that is over: it would move the pressed button away', async () => {
  const { read } = open()
  fireEvent.pointerDown(document.body)

  read([classic])
  expect(link()).toBeNull()

  fireEvent.pointerUp(document.body)
  expect(await screen.findByRole('link', { name: 'See that fare' })).toBeVisible()
})

test('both sums are told in one sentence to be read out, and nothing once the fare is gone', () => {
  const { onAnnounce, read } = open()
  read([classic])
  expect(onAnnounce).toHaveBeenLastCalledWith(
    'Economy Standard includes a checked bag: $1,350 in total, compared with $1,392 for this fare with the same bags.',
  )

  read([])
  expect(onAnnounce).toHaveBeenLastCalledWith('')
})

test('where seats are chosen too no other fare is named: the sums leave them out', () => {
  const { read } = open(booking([seat]))

  read([classic])

  expect(link()).toBeNull()
})
