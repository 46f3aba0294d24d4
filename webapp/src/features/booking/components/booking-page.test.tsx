import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noteChosenAt } from '@/lib/shown-prices'
import { standAt } from '@/testing/address'
import { domestic, OFFER, open } from '@/testing/booking-walk'
import { deferred } from '@/testing/deferred'
import { problem } from '@/testing/server'

test('s101 an unknown offer says so', async () => {
  open({ [OFFER]: problem(404, 'OFFER_NOT_FOUND', 'There is no such offer.') })

  expect(await screen.findByRole('heading', { name: 'Flight offer not found' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('We couldn’t find that flight. Please search again.')
  expect(screen.getByRole('alert')).not.toHaveTextContent('req_7')
  expect(screen.getByRole('link', { name: 'Back to Search Results' })).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Booking steps' })).toBeNull()
})

test('s101 an offer that could not be read for a moment comes by itself, and Try Again stays as it is until then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const answers = [problem(503, 'PROVIDER_UNAVAILABLE', 'x')]
  const later = deferred()
  const { calls } = open({ [OFFER]: () => answers.shift() ?? later.promise })
  const again = await screen.findByRole('button', { name: 'Try Again' })
  again.focus()

  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(calls.filter(({ path }) => OFFER.endsWith(path))).toHaveLength(2)
  expect(again).toHaveFocus()
  expect(again).not.toHaveAttribute('aria-disabled')

  await act(async () => later.resolve(domestic))
  expect(await screen.findByRole('heading', { name: 'Who is traveling?' })).toBeVisible()
})

test('r039 a price that is another one than on the page before is said in numbers', async () => {
  noteChosenAt(domestic.id, { ...domestic.price, amount: '1.00' })
  open()

  expect(await screen.findByText(/^The airline raised this fare from \$1.* while you were looking\.$/)).toBeVisible()
})

test('r039 nothing is said of the price that was chosen', async () => {
  noteChosenAt(domestic.id, domestic.price)
  open()

  await screen.findByRole('heading', { name: 'Who is traveling?' })
  expect(screen.queryByText(/this fare from/)).not.toBeInTheDocument()
})

test('the way back from a bank is never an empty page', () => {
  standAt('/booking?payment=pay_1')
  open()

  expect(screen.getByRole('heading', { name: 'Checking what your bank answered' })).toBeVisible()
})

test('a reload in the middle begins at the passengers where none are kept, and so says the address', async () => {
  window.history.replaceState(null, '', '/booking?offer=off_1&adults=1&step=payment')
  open()

  expect(await screen.findByRole('heading', { name: 'Who is traveling?' })).toBeVisible()
  await waitFor(() => expect(window.location.search).toBe('?offer=off_1&adults=1&step=passengers'))
})

test('the browser asks before a reload loses what was typed, and not before', async () => {
  const { user } = open()
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const name = await screen.findByLabelText('First name')
  expect(asks()).toBe(false)

  await user.type(name, 'M')

  expect(asks()).toBe(true)
})
