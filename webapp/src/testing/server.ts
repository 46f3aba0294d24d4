import { vi } from 'vitest'
import type { Method, Path } from '@/lib/api/api-path'
import type { Answer } from '@/lib/api/client'

/** What stands in for the answer to "METHOD /path": a failure, or what the OpenAPI document says. */
export type Fake<Call extends string> = Response | AnswerTo<Call>

export type Given<Answered> = Answered | (() => Answered | Promise<Answered>)

type Segment<Part extends string> = Part extends `{${string}}` ? string : Part

/** A path of the document as a pattern: a parameter stands for one segment. */
type Fits<Template extends string, Address extends string> = Template extends `${infer Part}/${infer Rest}`
  ? Address extends `${infer Has}/${infer More}`
    ? Has extends Segment<Part>
      ? Fits<Rest, More>
      : false
    : false
  : Address extends `${string}/${string}`
    ? false
    : Address extends Segment<Template>
      ? true
      : false

type PathOf<Address extends string> = { [P in Path]: Fits<P, Address> extends true ? P : never }[Path]

/** What the OpenAPI document says of "METHOD /path"; of one that is put together as the test runs, nothing. */
type AnswerTo<Call extends string> = Call extends `${infer M extends Method} ${infer Address}`
  ? string extends Address
    ? object
    : Answer<M, PathOf<Address extends `${infer Bare}?${string}` ? Bare : Address>>
  : object

export interface Call {
  method: string
  path: string
  body: unknown
  /** Of a call that may be repeated. */
  key?: string
}

export const problem = (status: number, code: string, message: string, more: object = {}) =>
  Response.json({ code, message, detail: message, request_id: 'req_7', ...more }, { status })

/** By "METHOD /path". */
export type Answers<Asked extends string> = { [One in Asked]?: Given<Fake<One>> }

/** Answers calls by "METHOD /path", and remembers them. What it has no answer for does not exist. */
export function serve<Asked extends string>(answers: Answers<Asked>) {
  const byCall: Record<string, Given<object> | undefined> = answers
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const key = new Headers(headers).get('idempotency-key')
    const call = { method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined }
    calls.push(key ? { ...call, key } : call)
    const answer = byCall[`${method} ${path}`] ?? problem(404, 'NOT_FOUND', 'Not found')
    const given = typeof answer === 'function' ? await answer() : answer
    return given instanceof Response ? given.clone() : Response.json(given)
  })
  return calls
}
