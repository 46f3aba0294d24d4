import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CARD, openAtPayment, pay } from '@/testing/booking-walk'
import { deferred } from '@/testing/deferred'

const { solvedWork } = vi.hoisted(() => ({ solvedWork: vi.fn() }))
vi.mock('../../lib/work', () => ({ solvedWork }))

const asked = {
  success: false,
  error: 'WORK_REQUIRED' as const,
  message: 'Please wait.',
  price: null,
  retryAfterSeconds: null,
  challenge: '{}',
}
const paid = { success: true, paymentId: 'pay_1', status: 'authorised' as const }
const ROBOT_CHECK = /^We are checking that you are not a robot/

test('a traveler whose card needs work is told so, waits, and pays without typing it again', async () => {
  const work = deferred()
  solvedWork.mockReturnValue(work.promise)
  const answers = [asked, paid]
  const page = await openAtPayment({ [CARD]: () => answers.shift() })
  await pay(page)

  const words = await screen.findByText(ROBOT_CHECK)
  expect(screen.getAllByText('Checking that you are not a robot…')[0]).toBeVisible()
  expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242')

  work.resolve('solution')
  expect(await screen.findByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
  expect(words).not.toBeInTheDocument()
  const cards = page.calls.filter(({ path }) => path === '/api/payments/process-card')
  expect(cards.map(({ body }) => (body as { work?: string }).work)).toEqual([undefined, 'solution'])
})

test('a browser that can’t do the work leaves the card typed, to be sent once more', async () => {
  solvedWork.mockResolvedValue(null)
  const page = await openAtPayment({ [CARD]: asked })
  await pay(page)

  expect(await screen.findByText(/Your browser could not check that you are not a robot/)).toBeVisible()
  expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242')
  expect((await screen.findAllByRole('button', { name: /^Pay \$/ }))[0]).toBeEnabled()
})
