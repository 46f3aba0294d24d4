// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from './error'
import { isRepeatedSoon, retryDelay, untilBack } from './retry'

test('a search that is away is asked again ever more slowly, at most every half minute', () => {
  const delays = [1, 2, 3, 4, 5, 6].map((failures) => retryDelay(failures, 0))

  expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(retryDelay(1, 1)).toBe(2_500)
})

/** A call that fails. Returns what asks again. */
function fail(key: string, error: Error = new Error('away')) {
  const askAgain = vi.fn()
  untilBack.onErrorRetry(error, key, {} as never, askAgain, { retryCount: 1, dedupe: true })
  return askAgain
}

const away = (code: string, retryAfter = '5') =>
  ApiError.fromResponse(Response.json({ code }, { status: 503, headers: { 'retry-after': retryAfter } }))

function stopTheClock() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

test('calls of one key that fail one after another are repeated once, beside those of another key', () => {
  stopTheClock()
  const asked = [fail('mode'), fail('user'), fail('mode')]

  vi.advanceTimersByTime(60_000)

  expect(asked.map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1])
})

test.each([
  ['a server that asks for patience', 'SERVICE_UNAVAILABLE', '5', 5_000],
  ['a provider that waits for an operator', 'PROVIDER_NOT_CONFIGURED', '60', 60_000],
])('%s is left alone that long, and then asked again', async (_, code, retryAfter, ms) => {
  const error = await away(code, retryAfter)
  stopTheClock()
  const asked = fail(code, error)

  vi.advanceTimersByTime(ms - 1)
  expect(asked).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1 + ms / 4)

  expect(asked).toHaveBeenCalledOnce()
  expect(isRepeatedSoon(error), 'the page says that it keeps trying').toBe(true)
})

test('of a server that asks for ten minutes no page says that it keeps trying', async () => {
  expect(isRepeatedSoon(await away('SEARCH_UNAVAILABLE', '600'))).toBe(false)
})

test('what was read meanwhile is not asked for again, beside another key that was not', () => {
  stopTheClock()
  const asked = [fail('mode'), fail('user')]
  untilBack.onSuccess(null, 'mode')

  vi.advanceTimersByTime(60_000)

  expect(asked.map(({ mock }) => mock.calls.length)).toEqual([0, 1])
})

const see = (isHidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a tab that is hidden asks once it is seen again, and once only', () => {
  stopTheClock()
  see(true)
  const asked = [fail('mode')]
  vi.advanceTimersByTime(60_000)
  asked.push(fail('mode'))
  vi.advanceTimersByTime(60_000)
  expect(asked.map(({ mock }) => mock.calls.length)).toEqual([0, 0])

  see(false)
  see(true)
  see(false)

  expect(asked.map(({ mock }) => mock.calls.length)).toEqual([0, 1])
})
