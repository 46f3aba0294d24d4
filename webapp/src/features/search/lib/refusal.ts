import { ApiError, reasonOf, TRY_LATER } from '@/lib/api/error'

const BAD_REQUEST = 400
const UNPROCESSABLE = 422
const REQUEST_TIMEOUT = 408
const TOO_MANY_REQUESTS = 429

/** The same search is likely to be refused again: another one is the better way on. */
export const isRefused = (error: Error | undefined) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== REQUEST_TIMEOUT &&
  error.status !== TOO_MANY_REQUESTS

/** What is wrong with a search that no airline can be asked, in sentences; empty for any other error. */
export function mistakesIn(error: Error): readonly string[] {
  if (!(error instanceof ApiError) || ![BAD_REQUEST, UNPROCESSABLE].includes(error.status)) return []
  const messages = error.fields.map(({ message }) => message)
  return messages.length > 0 ? [...new Set(messages)] : [reasonOf(error, TRY_LATER)]
}
