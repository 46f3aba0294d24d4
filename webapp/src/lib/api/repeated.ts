import { pause } from '@/lib/pause'
import { ApiError } from './error'

const PAUSES_MS = [2_000, 4_000, 8_000]
/** A server that asks for more patience than this is asked again by the traveller. */
const MOST_PATIENCE_MS = 30_000

interface Options {
  /** An earlier call under the same key went unanswered. */
  isRepeat?: boolean
  /** Errors that are no answer, but for which nothing is sent again. */
  isFinal?: (error: unknown) => boolean
  /** Each time no answer came, and another one is waited for. */
  onUnheard?: () => void
}

/**
 * Sends a request under one key until it is answered, a few times. Once a call went unanswered it may have arrived:
 * "too many requests" then says nothing of what became of it, and never counts as a refusal.
 */
export async function repeated<T>(
  send: () => Promise<T>,
  { isRepeat = false, isFinal, onUnheard }: Options = {},
): Promise<T> {
  let isOpen = isRepeat
  for (let tries = 0; ; tries++) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || isFinal?.(error)) throw error
      const isLimited = error.status === 429
      if (!error.isPassing && !(isLimited && isOpen)) throw error
      isOpen = true
      const wait = Math.max(PAUSES_MS[tries] ?? Number.POSITIVE_INFINITY, error.retryAfterMs)
      if (wait > MOST_PATIENCE_MS) throw isLimited ? ApiError.unreachable(error) : error
      onUnheard?.()
      await (error.status === 0 ? rest(wait) : pause(wait))
    }
  }
}

/** Ends as soon as the connection is back. */
async function rest(ms: number) {
  const isOver = new AbortController()
  const { signal } = isOver
  const online = new Promise<unknown>((resolve) => window.addEventListener('online', resolve, { signal }))
  await Promise.race([pause(ms), online])
  isOver.abort()
}
