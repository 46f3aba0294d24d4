import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AccountMenu } from '@/components/layout/account-menu'
import { notify } from '@/components/ui/toast/notify'
import { traveller } from '@/testing/bookings'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { LoginForm } from './login-form'

const push = vi.fn()
vi.mock('next/navigation', () => ({ usePathname: () => '/login', useRouter: () => ({ push }) }))
vi.mock('@/components/ui/toast/notify', () => ({ notify: vi.fn() }))

const LOGIN = 'POST /api/auth/login'
const refused = problem(401, 'INVALID_CREDENTIALS', 'Invalid username or password')
const throttled = problem(429, 'TOO_MANY_ATTEMPTS', 'Too many attempts. Please try again in 20 minutes.')

async function logIn(redirect: string | null = null) {
  const { user } = setup(
    <>
      <AccountMenu />
      <LoginForm redirect={redirect} />
    </>,
  )
  await user.type(screen.getByLabelText('Username or e-mail'), 'maya')
  await user.type(screen.getByLabelText('Password'), 'maya-Fareway-2026')
  await user.click(screen.getByRole('button', { name: 'Log In' }))
}

test('s145 what is missing is said, and nothing is sent', async () => {
  const calls = serve({})
  const { user } = setup(<LoginForm redirect={null} />)

  await user.click(screen.getByRole('button', { name: 'Log In' }))

  expect(await screen.findByText('Username is required')).toBeInTheDocument()
  expect(screen.getByText('Password is required')).toBeInTheDocument()
  expect(screen.getByLabelText('Username or e-mail')).toHaveFocus()
  expect(calls).toEqual([])
})

test('r043 one field takes the user name or the e-mail address, and a browser fills it in', async () => {
  const calls = serve({ [LOGIN]: traveller })
  const { user } = setup(<LoginForm redirect={null} />)
  const field = screen.getByLabelText('Username or e-mail')

  await user.type(field, 'maya@traveller.example')
  await user.type(screen.getByLabelText('Password'), 'maya-Fareway-2026')
  await user.click(screen.getByRole('button', { name: 'Log In' }))

  expect(field).toHaveAttribute('autocomplete', 'username')
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ username: 'maya@traveller.example' }))
})

test.each([
  [null, '/'],
  ['/account-settings', '/account-settings'],
  ['https://evil.example/', '/'],
  ['//evil.example', '/'],
])('c008 with the redirect %s a login leads to %s', async (redirect, target) => {
  serve({ [LOGIN]: traveller })

  await logIn(redirect)

  await waitFor(() => expect(push).toHaveBeenCalledWith(target))
})

test('s147 a login greets, and the header knows who it is', async () => {
  const calls = serve({ [LOGIN]: traveller })

  await logIn()

  expect(await screen.findByRole('button', { name: 'Account' })).toHaveTextContent('M')
  await waitFor(() =>
    expect(notify).toHaveBeenCalledWith({ type: 'success', title: 'Login successful', description: 'Welcome back' }),
  )
  expect(calls.at(-1)?.body).toEqual({ username: 'maya', password: 'maya-Fareway-2026' })
})

test.each([
  ['a wrong password', refused, 'Invalid username or password'],
  [
    'too many attempts',
    throttled,
    'There were too many wrong passwords, perhaps from someone else. Use “Forgot password?” to choose a new one: the link in the e-mail lets you log in at once, in the browser where you open it. Or try again later.',
  ],
  ['a refusal without words', new Response('', { status: 400 }), 'Invalid username or password'],
  ['no answer', () => Promise.reject(new TypeError('offline')), 'Please try again later.'],
])('s147 r019 %s is told in a toast and in the page', async (_, answer, words) => {
  serve({ [LOGIN]: answer })

  await logIn()

  expect(await screen.findByRole('alert')).toHaveTextContent(`Login failed. ${words}`)
  await waitFor(() => expect(notify).toHaveBeenCalledWith({ type: 'error', title: 'Login failed', description: words }))
  expect(screen.getByLabelText('Password')).toHaveValue('')
  expect(push).not.toHaveBeenCalled()
})
