import { readStored, store } from '@/lib/storage'

const key = (paymentId: string) => `pendingBooking:${paymentId}`

/** Which booking a payment belongs to, for the way back from the bank. Two ids and nothing else. */
export const rememberPending = (paymentId: string, bookingId: string) =>
  store('sessionStorage', key(paymentId), bookingId)

export const recallPending = (paymentId: string) => readStored<string>('sessionStorage', key(paymentId))
