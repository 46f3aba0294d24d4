import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { traveller } from '@/testing/bookings'
import { setCookie } from '@/testing/cookie'
import { setup } from '@/testing/render'
import { type Answers, problem, serve } from '@/testing/server'
import { keepToken } from '../lib/confirm-token'
import { ConfirmNotice } from './confirm-notice'
import { ConfirmPage } from './confirm-page'

vi.mock('next/navigation', () => ({ usePathname: () => '/confirm-email', useRouter: () => ({}) }))

const USER = 'GET /api/auth/user'
const CONFIRM = 'POST /api/auth/confirm-email'
const SEND = 'POST /api/auth/confirmation-link'
const unproved = { ...traveller, isMailboxProved: false }

function arrive<Asked extends string>(answers: Answers<Asked>) {
  window.location.hash = 'token=one-time'
  const calls = serve(answers)
  return { calls, ...setup(<ConfirmPage />) }
}

const press = async (user: ReturnType<typeof setup>['user']) =>
  user.click(await screen.findByRole('button', { name: 'Confirm this address' }))

beforeEach(() => {
  window.location.hash = ''
  keepToken(null)
})

test('the link of a mail confirms the address once its button is pressed, and not by being opened', async () => {
  const { calls, user } = arrive({ [USER]: unproved, [CONFIRM]: { success: true, passwordEnded: false } })
  await screen.findByRole('button', { name: 'Confirm this address' })
  expect(calls.every(({ method }) => method === 'GET')).toBe(true)

  await press(user)

  const said = await screen.findByRole('status')
  expect(said).toHaveTextContent('Your e-mail address is confirmed.')
  await waitFor(() => expect(said).toHaveFocus())
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent).toMatchObject({ path: '/api/auth/confirm-email', body: { token: 'one-time' } })
})

test('whose password has ended is told so', async () => {
  const { user } = arrive({ [USER]: unproved, [CONFIRM]: { success: true, passwordEnded: true } })

  await press(user)

  expect(await screen.findByText(/no longer works/)).toBeVisible()
})

test('a spent link says so', async () => {
  const { user } = arrive({ [USER]: unproved, [CONFIRM]: problem(422, 'TOKEN_INVALID', 'x') })

  await press(user)

  expect(await screen.findByRole('alert')).toHaveTextContent('This link was used before, is too old')
})

test('people who are not signed in log in first, or set a password with the same link', async () => {
  setCookie('fareway_user=; max-age=0')
  arrive({})

  expect(await screen.findByRole('link', { name: 'Log In' })).toHaveAttribute(
    'href',
    '/login?redirect=%2Fconfirm-email',
  )
  const choose = screen.getByRole('link', { name: 'Choose a new password' })
  expect(choose).toHaveAttribute('href', '/reset-password#token=one-time')
  expect(screen.queryByRole('button', { name: 'Confirm this address' })).toBeNull()
})

test('after the login the page still has the token, which no address and no storage has meanwhile', async () => {
  setCookie('fareway_user=; max-age=0')
  const opened = arrive({})
  const logIn = await screen.findByRole('link', { name: 'Log In' })
  logIn.addEventListener('click', (event) => event.preventDefault())
  await opened.user.click(logIn)
  opened.unmount()
  window.location.hash = ''
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('one-time')

  setCookie('fareway_user=1')
  const calls = serve({ [USER]: unproved, [CONFIRM]: { success: true, passwordEnded: false } })
  const { user } = setup(<ConfirmPage />)
  await press(user)

  expect(await screen.findByRole('status')).toHaveTextContent('Your e-mail address is confirmed.')
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ token: 'one-time' })
})

test('where the address is confirmed already, there is nothing to press', async () => {
  arrive({ [USER]: { ...unproved, isMailboxProved: true } })

  expect(await screen.findByText(/that you’re logged in to is confirmed/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Confirm this address' })).toBeNull()
})

test('a link that lost its token says so', async () => {
  serve({ [USER]: unproved })
  setup(<ConfirmPage />)

  expect(await screen.findByText(/This link doesn’t work/)).toBeVisible()
})

test('another link is sent from the account settings', async () => {
  const calls = serve({ [SEND]: { success: true, message: 'x' } })
  const { user } = setup(<ConfirmNotice email="maya@traveller.example" />)

  await user.click(screen.getByRole('button', { name: 'Send again' }))

  const said = await screen.findByRole('status')
  expect(said).toHaveTextContent('An e-mail with a link is on its way')
  await waitFor(() => expect(said).toHaveFocus())
  expect(calls).toMatchObject([{ method: 'POST', path: '/api/auth/confirmation-link' }])
})
