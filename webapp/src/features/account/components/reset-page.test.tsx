import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { ForgotForm } from './forgot-form'
import { ResetPage } from './reset-page'

const replace = vi.fn()
vi.mock('next/navigation', () => ({ useRouter: () => ({ replace }) }))
vi.mock('@/components/ui/toast/notify', () => ({ notify: vi.fn() }))

const RESET = 'POST /api/auth/reset-password'

async function setPassword() {
  window.location.hash = 'token=one-time'
  const { user } = setup(<ResetPage />)
  await user.type(screen.getByLabelText('New password'), 'Fareway-2026')
  await user.type(screen.getByLabelText('Confirm new password'), 'Fareway-2026')
  await user.click(screen.getByRole('button', { name: 'Set password' }))
}

beforeEach(() => {
  window.location.hash = ''
})

test('r011 the link of a mail sets a password and leads to the login', async () => {
  const calls = serve({ [RESET]: { success: true, message: 'Done' } })

  await setPassword()

  await waitFor(() => expect(replace).toHaveBeenCalledWith('/login'))
  expect(calls[0]?.body).toEqual({ token: 'one-time', password: 'Fareway-2026' })
})

test('r011 a spent link leads to a new one', async () => {
  serve({ [RESET]: problem(422, 'TOKEN_INVALID', 'This link has been used or has expired.') })

  await setPassword()

  expect(await screen.findByRole('alert')).toHaveTextContent('This link has been used or has expired.')
  expect(screen.getByRole('link', { name: 'Get a new link' })).toHaveAttribute('href', '/forgot-password')
})

test('r011 a password that is easy to guess is told beside its field', async () => {
  const words = 'This password is too easy to guess. Please choose another one'
  const errors = [{ field: 'newPassword', code: 'common', message: 'x' }]
  serve({ [RESET]: problem(422, 'VALIDATION_ERROR', 'x', { errors }) })

  await setPassword()

  await waitFor(() => expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(words))
  expect(screen.getByRole('alert')).toHaveTextContent(words)
})

test('r011 a link that lost its token says so', () => {
  setup(<ResetPage />)

  expect(screen.getByText(/This link doesn’t work/)).toBeInTheDocument()
  expect(screen.queryByLabelText('New password')).not.toBeInTheDocument()
})

test('r011 whether an address has an account is not told', async () => {
  serve({ 'POST /api/auth/forgot-password': { success: true, message: 'x' } })
  const { user } = setup(<ForgotForm />)

  await user.type(screen.getByLabelText('E-mail'), 'nobody@traveller.example')
  await user.click(screen.getByRole('button', { name: 'Send link' }))

  const said = await screen.findByRole('status')
  expect(said).toHaveTextContent('If this address has an account, an e-mail with a link is on its way.')
  await waitFor(() => expect(said).toHaveFocus())
})
