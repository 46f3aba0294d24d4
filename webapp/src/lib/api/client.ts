import { brandParam } from '@/config/brand-key'
import { pause } from '@/lib/pause'
import { withQuery } from '@/lib/routes'
import { ApiError } from './error'

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  headers?: Record<string, string>
  /** Longer than the server takes for it: no answer by then is none. */
  withinMs?: number
  /** What was tried, in words, for the error: "Unable to search flights:". */
  attempt?: string
  /** What to say when the server gave no reason. */
  fallback?: string
}

/** Longer than the gateway lets any call take. */
const PATIENCE_MS = 60_000

/** One call to the gateway: JSON both ways, cookies included. It neither shows nor redirects anything; features do. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  try {
    return await sendAsUserNow<T>(path, options)
  } catch (error) {
    if (!(error instanceof ApiError) || !options.attempt) throw error
    throw error.explained(options.attempt, options.fallback)
  }
}

/**
 * Another call may renew the session's token while this one is under way with the old token. Such a call did nothing and
 * is sent once more, with the new token.
 */
async function sendAsUserNow<T>(path: string, options: RequestOptions): Promise<T> {
  try {
    return await send<T>(path, options)
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isOvertaken) throw error
    await pause(error.retryAfterMs)
    return send<T>(path, options)
  }
}

async function send<T>(
  path: string,
  { method = 'GET', query = {}, body, headers, withinMs = PATIENCE_MS }: RequestOptions,
): Promise<T> {
  const response = await fetch(withQuery(path, query), {
    method,
    credentials: 'include',
    signal: AbortSignal.timeout(withinMs),
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...brandHeader(),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch((error: unknown) => {
    throw ApiError.unreachable(error)
  })
  if (!response.ok) throw await ApiError.fromResponse(response)
  return (await response.json().catch((error: unknown) => {
    // Of what was asked to be done, an answer that broke off says nothing.
    throw method === 'GET' ? error : ApiError.unreachable(error)
  })) as T
}

/** Where hosts tell no brand apart (localhost), the gateway takes the key from here. */
function brandHeader(): Record<string, string> {
  const key = brandParam()
  return key ? { 'x-brand': key } : {}
}
