import { ApiError, reasonOf } from '@/lib/api/error'
import { inServersWords } from '@/lib/api/server-words'

/**
 * Why a call failed, for an administrator: in the words of the server, which name what stands in the way, as the checks
 * that fail or the trips of a brand. By the code where the page has another language.
 */
export const reasonForStaff = (error: unknown, fallback: string) =>
  (error instanceof ApiError && inServersWords(error.said)) || reasonOf(error, fallback)
