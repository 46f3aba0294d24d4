import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { notify } from '@/components/ui/toast/notify'
import { traveller } from '@/testing/bookings'
import { liveMode, testMode } from '@/testing/modes'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { RegisterForm } from './register-form'

const push = vi.fn()
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }))
vi.mock('@/components/ui/toast/notify', () => ({ notify: vi.fn() }))

const REGISTER = 'POST /api/auth/register'

async function register() {
  const { user } = setup(<RegisterForm loginHref="/login" />)
  const values = {
    'First name': 'Maya',
    'Last name': 'Okafor',
    'E-mail': 'maya@traveller.example',
    Username: 'maya',
    Password: 'secret',
    'Confirm password': 'secret',
  }
  for (const [label, value] of Object.entries(values)) await user.type(screen.getByLabelText(label), value)
  await user.click(screen.getByRole('button', { name: 'Create Account' }))
}

test('s148 s149 an account is made without the confirmation and the terms, and leads to the login', async () => {
  const calls = serve({ [REGISTER]: Response.json(traveller, { status: 201 }) })

  await register()

  await waitFor(() => expect(push).toHaveBeenCalledWith('/login'))
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([
    {
      method: 'POST',
      path: '/api/auth/register',
      body: {
        firstName: 'Maya',
        lastName: 'Okafor',
        email: 'maya@traveller.example',
        username: 'maya',
        password: 'secret',
      },
    },
  ])
  await waitFor(() =>
    expect(notify).toHaveBeenCalledWith({
      type: 'success',
      title: 'Registration successful',
      description: 'Account created, please sign in. We’ve e-mailed you a link to confirm your address.',
    }),
  )
})

test.each([
  ['USERNAME_TAKEN', 'Username', 'This username is already taken.'],
  ['EMAIL_TAKEN', 'E-mail', 'An account with this e-mail address already exists.'],
])('s150 %s stands at its field and in a toast', async (code, label, words) => {
  serve({ [REGISTER]: problem(409, code, words) })

  await register()

  expect(await screen.findByRole('alert')).toHaveTextContent(`Registration failed. ${words}`)
  expect(screen.getByLabelText(label)).toBeInvalid()
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(words))
  await waitFor(() =>
    expect(notify).toHaveBeenCalledWith({ type: 'error', title: 'Registration failed', description: words }),
  )
})

test.each([
  ['email', 'E-mail', 'Please enter a valid email address'],
  ['username', 'Username', "Username can't be a card number. Please choose another"],
])('what the server finds wrong in %s stands there', async (field, label, words) => {
  const errors = [{ field, code: 'invalid', message: 'x' }]
  serve({ [REGISTER]: problem(422, 'VALIDATION_ERROR', 'Some fields are not valid.', { errors }) })

  await register()

  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(words))
})

test('s150 a failure without words', async () => {
  serve({ [REGISTER]: new Response('', { status: 500 }) })

  await register()

  expect(await screen.findByRole('alert')).toHaveTextContent('Registration failed. Failed to create account')
})

test.each([
  ['test', 'At least 6 characters', testMode],
  ['live', 'At least 12 characters', liveMode],
])('in %s mode the password needs %s', async (_, hint, mode) => {
  serve({ 'GET /api/system/mode': mode })
  setup(<RegisterForm loginHref="/login" />)

  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(hint))
})
