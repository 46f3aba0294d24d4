'use client'
import { clearToasts } from '@/components/ui/toast/lazy-store'
import { notify } from '@/components/ui/toast/notify'
import type { Verification } from '@/lib/api/offers'
import { forgetSent, noteSent } from '@/lib/sent-orders'
import type { BookingAnswer, BookingRequest } from '../api/create-booking'
import { loadPayment } from '../api/load-payment'
import type { AttemptEvent } from '../lib/attempt'
import type { Failure, FailureKind } from '../lib/failure'

export interface OrderOptions {
  checkOffer: (withinMs?: number) => Promise<Verification>
  onPriceChanged: (price: NonNullable<Failure['price']>) => void
  onBagsRefused: (failure: Failure) => void
  onBooked: (answer: BookingAnswer, paymentId: string) => void
}

/** Payments that failed have a toast as well. Every other failure is told by its notice alone, which takes the focus. */
const withToast: readonly FailureKind[] = ['payment', 'mode', 'away']

interface Options extends OrderOptions {
  onUnheard: () => void
}

/** Sends the booking that a card was authorised for, and tells the attempt what became of it. */
export function useOrder(
  tell: (event: AttemptEvent) => void,
  { checkOffer, onPriceChanged, onBagsRefused, onBooked, onUnheard }: Options,
) {
  const fail = (failure: Failure) => {
    tell({ type: 'failed', failure })
    // The end of the offer is told by who watches it.
    if (failure.kind === 'expired') return
    if (failure.kind === 'price' && failure.price) onPriceChanged(failure.price)
    if (failure.kind === 'bags') onBagsRefused(failure)
    if (withToast.includes(failure.kind)) {
      void notify({ type: 'error', title: failure.title, description: failure.message })
    } else void clearToasts()
  }

  const book = async (request: BookingRequest, isRepeat = false) => {
    const { createBooking, failureOfOrder } = await loadPayment()
    const { key, paymentId } = request
    const onSend = () => noteSent({ offerId: request.order.offerId, key, paymentId, sentAt: Date.now() })
    tell({ type: 'order sent', request })
    try {
      const answer = await createBooking(request, { isRepeat, onSend, onUnheard })
      tell({ type: 'booked' })
      onBooked(answer, paymentId)
      forgetSent(key)
    } catch (error) {
      const failure = failureOfOrder(error)
      fail(failure)
      if (failure.kind === 'unanswered') return
      forgetSent(key)
      // While it was open the offer was no loss: now it counts again whether it stands.
      void checkOffer()
    }
  }

  return { fail, book }
}
