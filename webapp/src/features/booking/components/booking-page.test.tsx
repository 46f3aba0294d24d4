import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OFFER, open } from '@/testing/booking-walk'
import { problem } from '@/testing/server'

test('s101 an unknown offer says so', async () => {
  open({ [OFFER]: problem(404, 'OFFER_NOT_FOUND', 'There is no such offer.') })

  expect(await screen.findByRole('heading', { name: 'Flight offer not found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back' })).toBeVisible()
})

test('a reload in the middle begins at the passengers, and so says the address', async () => {
  window.history.replaceState(null, '', '/booking?offer=off_1&adults=1&step=payment')
  open()

  expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeVisible()
  expect(window.location.search).toBe('?offer=off_1&adults=1&step=passengers')
})

test('the browser asks before a reload loses what was typed, and not before', async () => {
  const { user } = open()
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const name = await screen.findByLabelText('First name')
  expect(asks()).toBe(false)

  await user.type(name, 'M')

  expect(asks()).toBe(true)
})
