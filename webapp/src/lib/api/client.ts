import { brandParam } from '@/config/brand-key'
import { pause } from '@/lib/pause'
import { withQuery } from '@/lib/routes'
import type { ApiPath, Method, Operation, Path } from './api-path'
import { ApiError } from './error'

interface Attempt {
  /** Longer than the server takes for it: no answer by then is none. */
  withinMs?: number
  /** What was tried, in words, for the error: "Unable to search flights:". */
  attempt?: string
  /** What to say when the server gave no reason. */
  fallback?: string
  /** Past the browser's cache: what it keeps has changed since. */
  isFresh?: boolean
}

/** A member that is absent, optional or required as its value is. */
type Member<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: never }
  : undefined extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }

/** What may be left out may be null: neither is sent. */
type OrNull<Q> = { [K in keyof Q]: undefined extends Q[K] ? Q[K] | null : Q[K] }

/** The query parameters of a call. */
export type Query<M extends Method, P extends Path> = OrNull<Operation<M, P>['parameters']['query']>

type Headers<H> = { [K in keyof H as Lowercase<K & string>]: NonNullable<H[K]> }

type Json<Content> = Content extends { content: { 'application/json': infer Value } } ? Value : undefined

type Options<M extends Method, P extends Path> = Attempt &
  Member<'query', Query<M, P>> &
  Member<'headers', Headers<Operation<M, P>['parameters']['header']>> &
  Member<'body', Json<Operation<M, P>['requestBody']>>

type Arguments<M extends Method, P extends Path> =
  Partial<Options<M, P>> extends Options<M, P> ? [options?: Options<M, P>] : [options: Options<M, P>]

type PathWith<M extends Method> = { [P in Path]: [Operation<M, P>] extends [never] ? never : P }[Path]

type Success<Responses> = { [Status in keyof Responses & (200 | 201 | 202)]: Json<Responses[Status]> }

/** What a call answers where it succeeds. */
export type Answer<M extends Method, P extends Path> = ValueOf<Success<Operation<M, P>['responses']>>

type ValueOf<T> = T[keyof T]

/** Paths that are read by their address alone. */
export type ReadablePath = { [P in PathWith<'GET'>]: [] extends Arguments<'GET', P> ? P : never }[PathWith<'GET'>]

interface Sent extends Attempt {
  query?: Parameters<typeof withQuery>[1]
  body?: unknown
  headers?: Record<string, string>
}

/** Longer than the gateway lets any call take. */
const PATIENCE_MS = 60_000

/**
 * One call to the gateway: JSON both ways, cookies included. What it takes and answers is what the OpenAPI document says
 * of the method on the path. It neither shows nor redirects anything; features do.
 */
export function request<P extends ReadablePath>(
  method: 'GET',
  path: ApiPath<P>,
  options?: Attempt,
): Promise<Answer<'GET', P>>
export function request<M extends Method, P extends PathWith<M>>(
  method: M,
  path: ApiPath<P>,
  ...options: Arguments<M, P>
): Promise<Answer<M, P>>
export async function request(method: Method, path: string, options: Sent = {}): Promise<unknown> {
  try {
    return await sendAsUserNow(method, path, options)
  } catch (error) {
    if (!(error instanceof ApiError) || !options.attempt) throw error
    throw error.explained(options.attempt, options.fallback)
  }
}

/**
 * Another call may renew the session's token while this one is under way with the old token. Such a call did nothing and
 * is sent once more, with the new token.
 */
async function sendAsUserNow(method: Method, path: string, options: Sent): Promise<unknown> {
  try {
    return await send(method, path, options)
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isOvertaken) throw error
    await pause(error.retryAfterMs)
    return send(method, path, options)
  }
}

async function send(
  method: Method,
  path: string,
  { query = {}, body, headers, withinMs = PATIENCE_MS, isFresh }: Sent,
): Promise<unknown> {
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
    ...(isFresh ? { cache: 'reload' } : {}),
  }).catch((error: unknown) => {
    throw ApiError.unreachable(error)
  })
  if (!response.ok) throw await ApiError.fromResponse(response)
  return response.json().catch((error: unknown) => {
    // Of what was asked to be done, an answer that broke off says nothing.
    throw method === 'GET' ? error : ApiError.unreachable(error)
  })
}

/** Where hosts tell no brand apart (localhost), the gateway takes the key from here. */
function brandHeader(): Record<string, string> {
  const key = brandParam()
  return key ? { 'x-brand': key } : {}
}
