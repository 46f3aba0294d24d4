// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { apiPath } from './api-path'
import { request } from './client'
import { ApiError } from './error'
import type { User } from './types'

function answer(status: number, body: unknown, statusText = '') {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const call = vi.fn(async () => new Response(text, { status, statusText, headers: { 'x-request-id': 'req_1' } }))
  vi.stubGlobal('fetch', call)
  return call
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: ApiError) => error,
  )

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('s188 a payload goes out as JSON with the cookies', async () => {
  const call = answer(200, { ok: true })

  await request('POST', apiPath('/api/guest-links/open'), { body: { token: 'tok_1' } })

  expect(call).toHaveBeenCalledWith('/api/guest-links/open', {
    method: 'POST',
    credentials: 'include',
    signal: expect.any(AbortSignal),
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: '{"token":"tok_1"}',
  })
})

test('what has changed since is asked for past the browser’s cache', async () => {
  const call = answer(200, { mode: 'test' })

  await request('GET', apiPath('/api/system/mode'), { isFresh: true })

  expect(call).toHaveBeenCalledWith('/api/system/mode', expect.objectContaining({ cache: 'reload' }))
})

test('s189 a failed call says its status and its body', async () => {
  answer(500, 'boom')
  expect((await failure(request('GET', apiPath('/api/system/mode'))))?.message).toBe('500: boom')

  answer(404, '', 'Not Found')
  expect((await failure(request('GET', apiPath('/api/system/mode'))))?.message).toBe('404: Not Found')
})

test('s189 a named attempt wraps status and reason', async () => {
  answer(503, { code: 'SEARCH_UNAVAILABLE', message: 'The search is away.', request_id: 'req_9' })

  const error = await failure(request('GET', apiPath('/api/system/mode'), { attempt: 'Unable to search flights:' }))

  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    message: 'Unable to search flights: 503. The search is away.',
    status: 503,
    code: 'SEARCH_UNAVAILABLE',
    requestId: 'req_9',
    isPassing: true,
  })
})

test('s189 without a reason the fallback stands', async () => {
  answer(500, '')
  const options = {
    attempt: 'Unable to cancel booking:',
    fallback: 'Please try again later or contact customer support',
  }

  expect((await failure(request('GET', apiPath('/api/system/mode'), options)))?.message).toBe(
    'Unable to cancel booking: 500. Please try again later or contact customer support',
  )
})

test('s189 a server that cannot be reached is a passing failure', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Promise.reject(new TypeError('Failed to fetch'))),
  )

  const error = await failure(request('GET', apiPath('/api/system/mode'), { attempt: 'Unable to search flights:' }))

  expect(error).toMatchObject({
    status: 0,
    isPassing: true,
    message: 'Unable to search flights: Please try again later.',
  })
})

test('field errors come with their fields', async () => {
  answer(422, {
    code: 'VALIDATION_ERROR',
    errors: [{ field: 'passengers[0].firstName', message: 'First name is required' }],
  })

  expect((await failure(request('GET', apiPath('/api/bookings'))))?.fields).toEqual([
    { field: 'passengers[0].firstName', message: 'First name is required' },
  ])
})

test('a path carries its parameters encoded', () => {
  const versioned = apiPath('/api/admin/brands/{domain}/versions/{version}', { domain: 'a/b?c', version: 2 })

  expect([apiPath('/api/bookings'), versioned]).toEqual(['/api/bookings', '/api/admin/brands/a%2Fb%3Fc/versions/2'])
})

/** Held by the compiler: each line is an error of its own, or the check of the types fails. */
test('a call that the OpenAPI document does not know does not compile', () => {
  const search = apiPath('/api/flights/search')
  const forgot = apiPath('/api/auth/forgot-password')
  const wrong = [
    // @ts-expect-error -- no such path
    () => apiPath('/api/x'),
    // @ts-expect-error -- without its parameter
    () => apiPath('/api/bookings/{id}'),
    // @ts-expect-error -- another parameter
    () => apiPath('/api/bookings/{id}', { key: 'bk_1' }),
    // @ts-expect-error -- no such method there
    () => request('PUT', forgot, { body: { email: 'a@b.example' } }),
    // @ts-expect-error -- a text is no path
    () => request('GET', '/api/auth/user'),
    // @ts-expect-error -- without its query
    () => request('GET', search),
    // @ts-expect-error -- without its body
    () => request('POST', forgot),
    // @ts-expect-error -- another body
    () => request('POST', forgot, { body: { mail: 'a@b.example' } }),
    // @ts-expect-error -- no such header
    () => request('POST', forgot, { body: { email: 'a@b.example' }, headers: { 'idempotency-key': 'key' } }),
    // @ts-expect-error -- another answer
    (): Promise<User> => request('GET', apiPath('/api/system/mode')),
    // @ts-expect-error -- an answer claimed by hand
    () => request<User>('GET', apiPath('/api/auth/user')),
  ]

  expect(wrong).toHaveLength(11)
})

const overtaken = () =>
  Response.json(
    { code: 'NOT_AUTHENTICATED', message: 'Not authenticated' },
    { status: 401, headers: { 'retry-after': '1' } },
  )

test('a call with a token that another call has just renewed is sent once more and signs nobody out', async () => {
  vi.useFakeTimers()
  const call = vi.fn(async () => Response.json({ username: 'ada' })).mockImplementationOnce(async () => overtaken())
  vi.stubGlobal('fetch', call)

  const answered = request('GET', apiPath('/api/auth/user'))
  await vi.advanceTimersByTimeAsync(1_000)

  expect(await answered).toEqual({ username: 'ada' })
  expect(call).toHaveBeenCalledTimes(2)
})

test('a call that is overtaken again is refused', async () => {
  vi.useFakeTimers()
  const call = vi.fn(async () => overtaken())
  vi.stubGlobal('fetch', call)

  const refused = failure(request('GET', apiPath('/api/auth/user')))
  await vi.advanceTimersByTimeAsync(1_000)

  expect((await refused)?.status).toBe(401)
  expect(call).toHaveBeenCalledTimes(2)
})

test('a call of nobody is not sent again', async () => {
  const call = answer(401, { code: 'NOT_AUTHENTICATED', message: 'Not authenticated' })

  expect((await failure(request('GET', apiPath('/api/auth/user'))))?.status).toBe(401)
  expect(call).toHaveBeenCalledOnce()
})

test('a call that is not answered in its time has no answer', async () => {
  const waits = (_: string, { signal }: RequestInit) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  vi.stubGlobal('fetch', waits)

  expect(await failure(request('POST', apiPath('/api/auth/logout'), { withinMs: 1 }))).toMatchObject({ status: 0 })
})

test('an answer that breaks off is none where something was to be done', async () => {
  answer(201, '{"id":"bk_')

  expect(await failure(request('POST', apiPath('/api/auth/logout')))).toMatchObject({ status: 0, isPassing: true })
})
