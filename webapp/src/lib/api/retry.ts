import type { SWRConfiguration } from 'swr'
import { ApiError } from './error'

const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000
/** Nobody waits in front of a page for longer. */
const LONGEST_WAIT_MS = 60_000

/** The service is away, the question not wrong. */
export const isPassing = (error: unknown) => error instanceof ApiError && error.isPassing

/** Up to a quarter more, so that not all visitors come back at once. */
const spread = (ms: number, random = Math.random()) => ms * (1 + random / 4)

/** 2, 4, 8 ... 30 seconds, spread. */
export const retryDelay = (failures: number, random?: number) =>
  spread(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)), random)

/** As the server asks. */
const leastDelay = (error: unknown) => (error instanceof ApiError ? error.retryAfterMs : 0)

/** It is asked again while somebody still waits for it, so that a page may say that it keeps trying. */
export const isRepeatedSoon = (error: unknown) => isPassing(error) && leastDelay(error) <= LONGEST_WAIT_MS

/**
 * Asks again after that many failures in a row, of which `error` is the last. A tab that is hidden by then asks once it
 * is seen. Returns what calls it off.
 */
export function askAgain(ask: () => void, error: unknown, failures: number) {
  const askIfSeen = () => {
    if (document.hidden) return
    callOff()
    ask()
  }
  const onTime = () => {
    document.addEventListener('visibilitychange', askIfSeen)
    askIfSeen()
  }
  const timer = setTimeout(onTime, Math.max(retryDelay(failures), spread(leastDelay(error))))
  function callOff() {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', askIfSeen)
  }
  return callOff
}

/** One per key: focus, events and Try Again ask too, and each call that fails would start repeats of its own. */
const repeats = new Map<string, () => void>()
const endRepeat = (key: string) => repeats.get(key)?.()

/** A service that is away for a moment is asked again until it is back. Any other error stands. */
export const untilBack = {
  shouldRetryOnError: isPassing,
  // What Try Again has brought back would be read again, and a list change under its reader.
  onSuccess: (_data, key) => endRepeat(key),
  onErrorRetry: (error, key, _config, revalidate, options) => {
    const repeat = () => void revalidate(options)
    endRepeat(key)
    repeats.set(key, askAgain(repeat, error, options.retryCount))
  },
} satisfies SWRConfiguration
