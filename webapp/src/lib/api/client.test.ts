// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { request } from './client'
import { ApiError } from './error'

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

  await request('/api/bookings', { method: 'POST', body: { offerId: 'off_1' } })

  expect(call).toHaveBeenCalledWith('/api/bookings', {
    method: 'POST',
    credentials: 'include',
    signal: expect.any(AbortSignal),
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: '{"offerId":"off_1"}',
  })
})

test('s189 a failed call says its status and its body', async () => {
  answer(500, 'boom')
  expect((await failure(request('/api/x')))?.message).toBe('500: boom')

  answer(404, '', 'Not Found')
  expect((await failure(request('/api/x')))?.message).toBe('404: Not Found')
})

test('s189 a named attempt wraps status and reason', async () => {
  answer(503, { code: 'SEARCH_UNAVAILABLE', message: 'The search is away.', request_id: 'req_9' })

  const error = await failure(request('/api/flights/search', { attempt: 'Unable to search flights:' }))

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

  expect((await failure(request('/api/x', options)))?.message).toBe(
    'Unable to cancel booking: 500. Please try again later or contact customer support',
  )
})

test('s189 a server that cannot be reached is a passing failure', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Promise.reject(new TypeError('Failed to fetch'))),
  )

  const error = await failure(request('/api/x', { attempt: 'Unable to search flights:' }))

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

  expect((await failure(request('/api/bookings')))?.fields).toEqual([
    { field: 'passengers[0].firstName', message: 'First name is required' },
  ])
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

  const answered = request('/api/auth/user')
  await vi.advanceTimersByTimeAsync(1_000)

  expect(await answered).toEqual({ username: 'ada' })
  expect(call).toHaveBeenCalledTimes(2)
})

test('a call that is overtaken again is refused', async () => {
  vi.useFakeTimers()
  const call = vi.fn(async () => overtaken())
  vi.stubGlobal('fetch', call)

  const refused = failure(request('/api/auth/user'))
  await vi.advanceTimersByTimeAsync(1_000)

  expect((await refused)?.status).toBe(401)
  expect(call).toHaveBeenCalledTimes(2)
})

test('a call of nobody is not sent again', async () => {
  const call = answer(401, { code: 'NOT_AUTHENTICATED', message: 'Not authenticated' })

  expect((await failure(request('/api/auth/user')))?.status).toBe(401)
  expect(call).toHaveBeenCalledOnce()
})

test('a call that is not answered in its time has no answer', async () => {
  const waits = (_: string, { signal }: RequestInit) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  vi.stubGlobal('fetch', waits)

  expect(await failure(request('/api/bookings', { method: 'POST', withinMs: 1 }))).toMatchObject({ status: 0 })
})

test('an answer that breaks off is none where something was to be done', async () => {
  answer(201, '{"id":"bk_')

  expect(await failure(request('/api/bookings', { method: 'POST' }))).toMatchObject({ status: 0, isPassing: true })
})
