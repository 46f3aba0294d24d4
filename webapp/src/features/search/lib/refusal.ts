import { ApiError } from '@/lib/api/error'

const REQUEST_TIMEOUT = 408
const TOO_MANY_REQUESTS = 429

/** The same search is likely to be refused again: another one is the better way on. */
export const isRefused = (error: Error | undefined) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== REQUEST_TIMEOUT &&
  error.status !== TOO_MANY_REQUESTS
