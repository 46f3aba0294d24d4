import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { booking, traveller } from '@/testing/bookings'
import { setCookie } from '@/testing/cookie'
import { setup } from '@/testing/render'
import { serve } from '@/testing/server'
import { ticketOfRecord } from '../lib/ticket'
import { Confirmation } from './confirmation'

vi.mock('next/navigation', () => ({ usePathname: () => '/booking', useRouter: () => ({}) }))
vi.mock('@/components/ui/toast/notify', () => ({ notify: vi.fn() }))

beforeEach(() => setCookie('fareway_user=1'))

test('r004 somebody signed in, whose booking makes no account, reads of none', async () => {
  const calls = serve({ 'GET /api/auth/user': traveller })
  setup(<Confirmation ticket={ticketOfRecord(booking())} email="maya@traveller.example" account={null} />)
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0))

  expect(screen.getByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: /account/ })).toBeNull()
})

test('r004 where the answer is not at hand, a new account is told of by mail', () => {
  serve({ 'GET /api/auth/user': traveller })
  setup(<Confirmation ticket={ticketOfRecord(booking())} email="maya@traveller.example" />)

  expect(screen.getByRole('heading', { name: 'Your account' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Reset your password by e-mail' })).toHaveAttribute(
    'href',
    '/forgot-password',
  )
})
