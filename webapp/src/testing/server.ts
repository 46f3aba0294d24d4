import { vi } from 'vitest'

type Answer = Response | object | (() => Response | object | Promise<never>)

export interface Call {
  method: string
  path: string
  body: unknown
  /** Of a call that may be repeated. */
  key?: string
}

export const problem = (status: number, code: string, message: string, more: object = {}) =>
  Response.json({ code, message, detail: message, request_id: 'req_7', ...more }, { status })

/** Answers calls by "METHOD /path", and remembers them. What it has no answer for does not exist. */
export function serve(answers: Record<string, Answer>) {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const key = new Headers(headers).get('idempotency-key')
    const call = { method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined }
    calls.push(key ? { ...call, key } : call)
    const answer = answers[`${method} ${path}`] ?? problem(404, 'NOT_FOUND', 'Not found')
    const given = typeof answer === 'function' ? await answer() : answer
    return given instanceof Response ? given.clone() : Response.json(given)
  })
  return calls
}
