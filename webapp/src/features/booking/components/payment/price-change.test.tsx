import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CARD, openAtPayment, pay, press } from '@/testing/booking-walk'

test('r003 a changed price is told in numbers and asked for anew', async () => {
  const price = { amount: '1294', currency: 'USD' }
  const page = await openAtPayment({
    [CARD]: { success: false, error: 'PRICE_CHANGED', message: 'The price has changed.', price },
  })
  await pay(page)

  expect(await screen.findByRole('alert')).toHaveTextContent('The airline now asks for $1,294 instead of $1,284')
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: 'Pay $1,294' })[0]).not.toHaveAttribute('aria-disabled'),
  )
})

test('r003 a price that changes at every press says so each time, from the first one on, and offers another flight', async () => {
  const asked = ['1294', '1310']
  const changed = () => ({
    success: false,
    error: 'PRICE_CHANGED',
    message: 'The price has changed.',
    price: { amount: asked.shift() ?? '1325', currency: 'USD' },
  })
  const page = await openAtPayment({ [CARD]: changed })
  await pay(page)
  const says = async (words: string) => expect(await screen.findByRole('alert')).toHaveTextContent(words)
  const payOnce = async (sum: string) => {
    await waitFor(() => expect(screen.getAllByRole('button', { name: sum })[0]).not.toHaveAttribute('aria-disabled'))
    await press(page, sum)
  }
  await says('The price has changedThe airline now asks for $1,294 instead of $1,284.')
  await payOnce('Pay $1,294')
  await says('The price has changed againThe airline now asks for $1,310. It was $1,284 at first, then $1,294.')
  await payOnce('Pay $1,310')
  await says('The price has changed againThe airline now asks for $1,325. It was $1,284 at first, then $1,310.')

  const notice = within(screen.getByRole('alert'))
  expect(notice.getByRole('link', { name: 'Choose another flight' })).toHaveAttribute('href', '/search')
})
