import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { User } from '@/lib/api/types'
import { setup } from '@/testing/render'
import { AccountMenu, initialOf } from './account-menu'

vi.mock('next/navigation', () => ({ usePathname: () => '/', useRouter: () => ({}) }))

const user: User = {
  username: 'maya',
  email: 'maya@traveller.example',
  createdAt: '2026-01-01T00:00:00Z',
  firstName: 'Ada',
  lastName: 'Okafor',
  isAdmin: false,
  isMailboxProved: true,
}

function open(answer: Response) {
  vi.stubGlobal('fetch', async () => answer)
  return setup(<AccountMenu />)
}

afterEach(() => vi.unstubAllGlobals())

test.each([
  [{ firstName: 'Ada', username: 'maya' }, 'A'],
  [{ firstName: ' ', username: 'maya' }, 'M'],
  [{ firstName: '', username: '' }, 'U'],
])('s021 the avatar of %j shows %s', (names, initial) => {
  expect(initialOf(names)).toBe(initial)
})

test('s020 a guest may log in or sign up', async () => {
  open(Response.json({ code: 'NOT_AUTHENTICATED', message: 'Not authenticated' }, { status: 401 }))

  expect(await screen.findByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login')
  expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/register')
})

test('s022 the menu of a traveller has no way into administration', async () => {
  const { user: visitor } = open(Response.json(user))

  await visitor.click(await screen.findByRole('button', { name: 'Account' }))

  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'My Account',
    'My Trips',
    'Watched prices',
    'Account Settings',
  ])
  expect(screen.getByRole('button', { name: 'Log Out' })).toBeInTheDocument()
})

test('s022 the menu of an administrator has', async () => {
  const { user: visitor } = open(Response.json({ ...user, isAdmin: true }))

  await visitor.click(await screen.findByRole('button', { name: 'Account' }))

  expect(screen.getByRole('link', { name: 'Admin Settings' })).toHaveAttribute('href', '/admin-settings')
})
