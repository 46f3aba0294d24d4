import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { notify } from '@/components/ui/toast/notify'
import { traveller } from '@/testing/bookings'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { LoginPage } from './login-page'
import { RegisterPage } from './register-page'

vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(),
  usePathname: () => '/login',
  useRouter: () => ({ push: vi.fn() }),
}))
vi.mock('@/components/ui/toast/notify', () => ({ notify: vi.fn() }))

const USER = 'GET /api/auth/user'
const guest = problem(401, 'NOT_AUTHENTICATED', 'Not authenticated')

test.each([
  ['log in', LoginPage],
  ['sign up', RegisterPage],
])('s145 who is signed in need not %s: the page says so and leads on', async (_, Page) => {
  serve({ [USER]: traveller })
  setup(<Page />)

  expect(await screen.findByRole('heading', { name: 'You’re signed in' })).toBeVisible()
  expect(screen.getByText('As Maya Okafor, maya@traveller.example.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'My Trips' })).toHaveAttribute('href', '/my-trips')
  expect(screen.getByRole('button', { name: 'Log Out' })).toBeVisible()
  expect(screen.queryByLabelText('Username or e-mail')).toBeNull()
})

test('s145 a login leads away from its form, which stays until then', async () => {
  serve({ [USER]: guest, 'POST /api/auth/login': traveller })
  const { user } = setup(<LoginPage />)

  await user.type(screen.getByLabelText('Username or e-mail'), 'maya')
  await user.type(screen.getByLabelText('Password'), 'maya-Fareway-2026')
  await user.click(screen.getByRole('button', { name: 'Log In' }))

  await waitFor(() => expect(notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Login successful' })))
  expect(screen.getByLabelText('Username or e-mail')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'You’re signed in' })).toBeNull()
})
