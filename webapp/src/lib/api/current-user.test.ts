import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { traveller } from '@/testing/bookings'
import { setCookie } from '@/testing/cookie'
import { problem, serve } from '@/testing/server'
import { fetchCurrentUser, logOut } from './current-user'

const USER = 'GET /api/auth/user'
const LOGOUT = 'POST /api/auth/logout'
const assign = vi.fn()

beforeEach(() => {
  assign.mockClear()
  vi.stubGlobal('location', { assign, hostname: 'fareway.example', search: '' })
})
afterEach(() => vi.unstubAllGlobals())

test('s155 a 401 is nobody, and is not asked for again', async () => {
  const calls = serve({ [USER]: problem(401, 'NOT_AUTHENTICATED', 'Not authenticated') })

  expect(await fetchCurrentUser()).toBeNull()
  expect(calls).toHaveLength(1)
})

test.each([
  { cookies: [], asks: 0 },
  { cookies: ['other_fareway_user=1'], asks: 0 },
  { cookies: ['theme=dark', 'fareway_user=1'], asks: 1 },
])('s155 with the cookies $cookies the server is asked $asks times', async ({ cookies, asks }) => {
  setCookie('fareway_user=; max-age=0')
  cookies.forEach(setCookie)
  const calls = serve({ [USER]: traveller })

  expect(await fetchCurrentUser()).toEqual(asks > 0 ? traveller : null)
  expect(calls).toHaveLength(asks)
})

test('s155 whoever is signed in is told', async () => {
  serve({ [USER]: traveller })

  expect(await fetchCurrentUser()).toEqual(traveller)
})

test('s155 a log out loads the site afresh', async () => {
  serve({ [LOGOUT]: { success: true, message: 'You are signed out' } })

  await logOut('/')

  expect(assign).toHaveBeenCalledWith('/')
})

test('s155 a log out that fails is only logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  serve({ [LOGOUT]: problem(503, 'SERVICE_UNAVAILABLE', 'Away') })

  await logOut('/')

  expect(warn).toHaveBeenCalledOnce()
  expect(assign).not.toHaveBeenCalled()
})
