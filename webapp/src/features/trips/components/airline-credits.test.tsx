import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AirlineCredit } from '@/lib/api/types'
import { airlineCredit, booking, cancelled } from '@/testing/bookings'
import { setup } from '@/testing/render'
import { toTrip } from '../lib/trips'
import { TripDetails } from './trip-details'

const show = (credits: AirlineCredit[]) =>
  setup(<TripDetails trip={toTrip(booking({ status: 'cancelled', cancellation: cancelled({ credits }) }))} />)

test('an airline credit shows its holder, its code to copy, its amount and its date', async () => {
  const { user } = show([airlineCredit()])

  const section = within(screen.getByRole('region', { name: 'Airline credits' }))
  expect(section.getByText('Maya Okafor')).toBeVisible()
  expect(section.getByText('1252106312810')).toBeVisible()
  expect(section.getByText('$700')).toBeVisible()
  expect(section.getByText(/Nov 21, 2026/)).toBeVisible()
  await user.click(section.getByRole('button', { name: 'Copy the credit code of Maya Okafor' }))
  expect(await navigator.clipboard.readText()).toBe('1252106312810')
})

test('a credit without a code says that a mail follows, and there is nothing to copy', () => {
  show([airlineCredit({ code: null, amount: null, issuedOn: null })])

  const section = within(screen.getByRole('region', { name: 'Airline credits' }))
  expect(section.getByText(/Not issued yet\. We'll e-mail you/)).toBeVisible()
  expect(section.queryByRole('button')).toBeNull()
})

test('a trip that was cancelled for money has no word of credits', () => {
  show([])

  expect(screen.queryByRole('region', { name: 'Airline credits' })).toBeNull()
})
