import { booking, bookingFailure } from './bookings'

/** A booking whose cardholder is asked by their bank, before and after the bank has refused. */

export const READ = 'GET /api/bookings/bk_1'
/** What was typed of its passengers, passports aside. */
export const TYPED = 'GET /api/bookings/bk_1/passengers'
export const BANK = 'https://hooks.stripe.com/3ds'
export const waiting = booking({ status: 'pending', duffelBookingId: '', actionUrl: BANK })
export const refused = booking({
  status: 'failed',
  failure: bookingFailure('PAYMENT_FAILED', { reason: 'not_confirmed_at_bank' }),
})
export const maya = {
  type: 'adult',
  title: 'ms',
  firstName: 'Maya',
  lastName: 'Okafor',
  gender: 'female',
  dateOfBirth: '1989-04-18',
  email: 'maya@traveller.example',
  phone: '+16175550118',
}
