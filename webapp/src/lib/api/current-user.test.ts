// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { expect, onTestFinished, test, vi } from 'vitest'
import { leaveFor } from '@/lib/load-document'
import { queries } from '@/providers/app-providers'
import { traveller } from '@/testing/bookings'
import { setCookie } from '@/testing/cookie'
import { problem, serve } from '@/testing/server'
import { fetchCurrentUser, logOut, useCurrentUser } from './current-user'

const USER = 'GET /api/auth/user'
const LOGOUT = 'POST /api/auth/logout'

vi.mock('@/lib/load-document')

/** The app's rules for data, with nothing known yet and no pause between two looks. */
const fresh = ({ children }: { children: ReactNode }) =>
  createElement(
    SWRConfig,
    { value: { ...queries, provider: () => new Map(), dedupingInterval: 0, focusThrottleInterval: 0 } },
    children,
  )

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

test('s155 the user who is signed in is told', async () => {
  serve({ [USER]: traveller })

  expect(await fetchCurrentUser()).toEqual(traveller)
})

/** Somebody looks at the tab again, some time after they came. */
const lookAgain = () => window.dispatchEvent(new Event('focus'))

test('s155 a tab that is looked at again knows who signed in in another one, and forgets them for no failure', async () => {
  let answer = problem(401, 'NOT_AUTHENTICATED', 'Not authenticated')
  const calls = serve({ [USER]: () => answer })
  const { result } = renderHook(useCurrentUser, { wrapper: fresh })
  await waitFor(() => expect(result.current.user).toBeNull())

  answer = Response.json(traveller)
  await waitFor(() => {
    lookAgain()
    expect(result.current.user).toEqual(traveller)
  })
  answer = problem(503, 'SERVICE_UNAVAILABLE', 'Away')
  const asked = calls.length
  await waitFor(() => {
    lookAgain()
    expect(calls.length).toBeGreaterThan(asked)
    expect(result.current.error).toBeDefined()
  })
  expect(result.current.user).toEqual(traveller)
})

test('a user who could not be read for a moment is a guest until they are read again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let answer = problem(503, 'SERVICE_UNAVAILABLE', 'Away')
  serve({ [USER]: () => answer })
  const { result } = renderHook(useCurrentUser, { wrapper: fresh })
  await waitFor(() => expect(result.current.error).toBeDefined())
  expect(result.current.user).toBeNull()

  answer = Response.json(traveller)
  await act(() => vi.advanceTimersByTimeAsync(3_000))

  await waitFor(() => expect(result.current.user).toEqual(traveller))
})

test('s155 a log out loads the site afresh', async () => {
  serve({ [LOGOUT]: { success: true, message: 'You are signed out' } })

  await logOut('/')

  expect(leaveFor).toHaveBeenCalledWith('/')
})

test('s155 a log out that fails is only logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  serve({ [LOGOUT]: problem(503, 'SERVICE_UNAVAILABLE', 'Away') })

  await logOut('/')

  expect(warn).toHaveBeenCalledOnce()
  expect(leaveFor).not.toHaveBeenCalled()
})
