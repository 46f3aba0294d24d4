import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { TripsPage } from '@/features/trips/components/trips-page'
import type { BookingRecord } from '@/lib/api/types'
import { booking, traveller } from './bookings'
import { setup } from './render'
import { type Answers, problem, serve } from './server'

/** My Trips, against a server that a test may have fail. */

const { notify } = vi.hoisted(() => ({ notify: vi.fn() }))

export { notify }

vi.mock('next/navigation', () => ({ usePathname: () => '/my-trips', useRouter: () => ({}) }))
vi.mock('@/components/ui/toast/notify', () => ({ notify }))

export const USER = 'GET /api/auth/user'
export const LIST = 'GET /api/bookings'
export const ONE = 'GET /api/bookings/bk_1'
export const QUOTE = 'GET /api/bookings/bk_1/cancellation'
export const CANCEL = 'POST /api/bookings/bk_1/cancel'

export const guest = problem(401, 'NOT_AUTHENTICATED', 'Not authenticated')
export const away = problem(503, 'SERVICE_UNAVAILABLE', 'The service is away.')

/** Shows the page to a traveler with these bookings. */
export function open<Asked extends string>(bookings: BookingRecord[], answers: Answers<Asked> = {}) {
  const calls = serve({ [USER]: traveller, [LIST]: bookings, ...answers })
  return { calls, ...setup(<TripsPage />) }
}

/** Opens the question of the first card. */
export async function ask<Asked extends string>(answers: Answers<Asked>) {
  const page = open([booking()], answers)
  await page.user.click(await screen.findByRole('button', { name: /^Cancel/ }))
  return { ...page, dialog: await screen.findByRole('alertdialog') }
}

/** Opens the details of the first card, which answer with `record`. */
export async function look(record: BookingRecord | Response | (() => BookingRecord)) {
  const { user } = open([booking()], { [ONE]: record })
  await user.click(await screen.findByRole('button', { name: /^View Details/ }))
  return { user, dialog: await screen.findByRole('dialog', { name: 'Booking Details' }) }
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Presses Try Again, and again once that has failed as well: it is one button all the while. */
export async function pressTwice(user: ReturnType<typeof open>['user'], fail: () => void) {
  const button = await screen.findByRole('button', { name: 'Try Again' })
  await user.click(button)
  expect(button).toBeVisible()
  expect(button).toHaveTextContent('Trying…')
  fail()
  await waitFor(() => expect(button).toHaveTextContent('Try Again'))
  expect(button).toBeVisible()
  await user.click(button)
  expect(button).toHaveTextContent('Trying…')
}

/** Fails once at once, then whenever told to. */
export function failing() {
  let isFirst = true
  let fail: () => void = () => undefined
  const answer = () => {
    if (isFirst) {
      isFirst = false
      return away.clone()
    }
    return new Promise<Response>((resolve) => {
      fail = () => resolve(away.clone())
    })
  }
  return { answer, fail: () => fail() }
}
