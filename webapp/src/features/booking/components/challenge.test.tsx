import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { rememberBooking } from '@/lib/booked-offers'
import { BOOK, CARD, open, pay, toPayment } from '@/testing/booking-walk'
import { booking } from '@/testing/bookings'

const { leaveFor } = vi.hoisted(() => ({ leaveFor: vi.fn() }))
vi.mock('@/lib/leave-for', () => ({ leaveFor }))

const READ = 'GET /api/bookings/bk_1'
const backFromBank = () => window.history.replaceState(null, '', '/booking?payment=pay_1&redirect_status=succeeded')

test('r036 a cardholder whose bank asks is led there, and the booking is found again by its payment', async () => {
  const asked = { id: 'bk_1', status: 'requires_action', action_url: 'https://bank.example/3ds' }
  const page = open({
    [CARD]: { success: true, paymentId: 'pay_1', status: 'requires_action' },
    [BOOK]: () => Response.json(asked, { status: 202 }),
  })
  await toPayment(page)
  await pay(page)
  await screen.findByRole('heading', { name: 'Your bank wants to confirm this payment with you' })

  expect(leaveFor).toHaveBeenCalledWith('https://bank.example/3ds')
  expect(screen.getByRole('link', { name: 'Continue to your bank' })).toHaveAttribute(
    'href',
    'https://bank.example/3ds',
  )
  expect(localStorage.bookedOffers).toBe('[{"offerId":"off_1","bookingId":"bk_1","paymentId":"pay_1"}]')
})

test.each([
  ['a booking that was confirmed', booking({ status: 'confirmed' }), 'Booking confirmed!'],
  ['a booking that still waits', booking({ status: 'pending' }), 'We are confirming your booking with the airline'],
  ['a booking that failed', booking({ status: 'failed' }), 'Booking Failed'],
])('r036 back from the bank stands %s, whatever the address says', async (_, record, heading) => {
  rememberBooking('off_1', 'bk_1', 'pay_1')
  backFromBank()
  open({ [READ]: record })

  expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
})

test('r036 in a browser that did not begin it the booking is not shown', async () => {
  localStorage.clear()
  backFromBank()
  open()

  await waitFor(() => expect(screen.getByRole('link', { name: 'View My Trips' })).toBeVisible())
})
