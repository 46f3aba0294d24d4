import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BOOK, CARD, openAtPayment, pay } from '@/testing/booking-walk'
import { deferred } from '@/testing/deferred'
import { problem } from '@/testing/server'

const MODE = 'GET /api/system/mode'

test('r009 once there is an answer the words about the wait give the focus back to the pressed button', async () => {
  const paid = deferred()
  const answers = [problem(503, 'SERVICE_UNAVAILABLE', 'We are away for a moment.'), paid.promise]
  await pay(
    await openAtPayment({
      // Where the mode is known to be test, a payment that nobody answers is made up.
      [MODE]: { isLiveMode: false, mode: 'test', known: false, liveCards: false },
      [CARD]: () => answers.shift(),
      [BOOK]: () => deferred().promise,
    }),
  )
  const words = await screen.findByText('We have no answer yet.')
  expect(words.closest('[role=status]')).toHaveFocus()

  paid.resolve({ success: true, paymentId: 'pay_1', status: 'authorised' })
  await waitFor(() => expect(words).not.toBeInTheDocument())
  expect(screen.getAllByRole('button', { name: 'Booking with the airline…' })).toContain(document.activeElement)
})
