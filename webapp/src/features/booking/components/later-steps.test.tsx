import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { PaymentStep } from './later-steps'

const { here } = vi.hoisted(() => ({ here: [] as string[] }))
vi.mock('./payment/payment-step', () => ({ PaymentStep: () => 'Pay by card' }))
vi.mock('./outcome/ending', () => {
  here.push('ending')
  return { Ending: () => null }
})
vi.mock('../api/pay-and-book', () => {
  here.push('pay and book')
  return {}
})

test('once a card can be typed, what pays and what shows the end of it are there too', async () => {
  setup(<PaymentStep />)
  await screen.findByText('Pay by card')

  expect(here.toSorted()).toEqual(['ending', 'pay and book'])
})
