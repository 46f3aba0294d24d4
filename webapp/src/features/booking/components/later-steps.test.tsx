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

test('once a card can be typed, what shows the end of paying is there too', async () => {
  setup(<PaymentStep />)
  await screen.findByText('Pay by card')

  expect(here).toEqual(['ending'])
})
