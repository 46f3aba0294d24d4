import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import type { Booking } from '../hooks/use-booking'
import { PaymentStep } from './later-steps'

const { here } = vi.hoisted(() => ({ here: [] as string[] }))
vi.mock('./payment-step', () => ({ PaymentStep: () => 'Pay by card' }))
vi.mock('./ending', () => {
  here.push('ending')
  return { Ending: () => null }
})

test('once a card can be typed, what shows the end of paying is there too', async () => {
  setup(<PaymentStep booking={{} as Booking} />)
  await screen.findByText('Pay by card')

  expect(here).toEqual(['ending'])
})
