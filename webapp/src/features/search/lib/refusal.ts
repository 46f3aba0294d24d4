import { ApiError } from '@/lib/api/error'

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

/** The search itself is wrong: no airline can be asked. */
export const isMistaken = (error: Error) =>
  error instanceof ApiError && [BAD_REQUEST, UNPROCESSABLE].includes(error.status)
