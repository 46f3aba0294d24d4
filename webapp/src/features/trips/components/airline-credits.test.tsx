import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AirlineCredit } from '@/lib/api/types'
import { airlineCredit, booking, cancelled } from '@/testing/bookings'
import { setup } from '@/testing/render'
import { toTrip } from '../lib/trips'
import { TripDetails } from './trip-details'

const details = (credits: AirlineCredit[]) => (
  <TripDetails trip={toTrip(booking({ status: 'cancelled', cancellation: cancelled({ credits }) }))} />
)
const show = (credits: AirlineCredit[]) => setup(details(credits))

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
  show([airlineCredit({ code: null, amount: null })])

  const section = within(screen.getByRole('region', { name: 'Airline credits' }))
  expect(section.getByText(/Not issued yet\. We'll e-mail you/)).toBeVisible()
  expect(section.queryByRole('button')).toBeNull()
  expect(section.queryByText('Issued on')).toBeNull()
})

test('the airline of a credit is named, and what expires is the credit', () => {
  show([airlineCredit({ name: 'BA travel credit' })])

  const section = within(screen.getByRole('region', { name: 'Airline credits' }))
  expect(section.getByText('British Airways travel credit')).toBeVisible()
  expect(
    section.getByText(
      'Give the code to British Airways when you book your next flight. Ask British Airways when the credit expires.',
    ),
  ).toBeVisible()
})

test('a trip that was cancelled for money has no word of credits', () => {
  show([])

  expect(screen.queryByRole('region', { name: 'Airline credits' })).toBeNull()
})
