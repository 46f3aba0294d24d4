import * as words from '@/messages/lib/errors'
import * as reasonWords from '@/messages/lib/reasons'
import { inServersWords } from './server-words'
import type { Problem } from './types'

export const TRY_LATER = words.tryLater

const DAY_SECONDS = 86_400

/** A field of a request that the server refuses. `message` is for forms that have no words of their own. */
interface FieldFault {
  field: string
  code: string
  message: string
}

/** A call that did not succeed. `status` 0 means that no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  readonly statusText: string
  /** The gateway's machine code, "" where it gave none: branch on this, never on a text. */
  readonly code: string
  readonly requestId: string | null
  /** How long the server asks to be left alone; 0 where it does not say. */
  readonly retryAfterMs: number
  /** What is wrong with fields of the request: which rule each breaks (docs/errors.md). */
  readonly fields: readonly FieldFault[]
  /** The whole body, for the additive members of a code, such as the new price of PRICE_CHANGED. */
  readonly body: unknown

  private constructor(
    message: string,
    of: {
      status: number
      statusText: string
      body: unknown
      requestId: string | null
      retryAfterMs?: number
      cause?: unknown
    },
  ) {
    super(message, { cause: of.cause })
    this.name = 'ApiError'
    const problem = asProblem(of.body)
    this.status = of.status
    this.statusText = of.statusText
    this.body = of.body
    this.code = problem.code ?? ''
    this.requestId = problem.request_id ?? of.requestId
    this.retryAfterMs = of.retryAfterMs ?? 0
    this.fields = (problem.errors ?? []).map(({ field, code, message }) => ({
      field,
      code,
      message: inServersWords(message) ?? words.checkEntry,
    }))
  }

  /** "{status}: {body or status text}" */
  static async fromResponse(response: Response) {
    const text = await response.text().catch(() => '')
    return new ApiError(`${response.status}: ${text || response.statusText}`, {
      status: response.status,
      statusText: response.statusText,
      body: parse(text),
      requestId: response.headers.get('x-request-id'),
      // Timers reach no further than some weeks.
      retryAfterMs: Math.min(DAY_SECONDS, Number(response.headers.get('retry-after')) || 0) * 1_000,
    })
  }

  static unreachable(cause: unknown) {
    return new ApiError(TRY_LATER, { status: 0, statusText: '', body: null, requestId: null, cause })
  }

  /** What the server says, in its own language: for logs, and to be compared. */
  get said(): string | null {
    const problem = asProblem(this.body)
    return problem.message ?? problem.detail ?? null
  }

  /** The same failure under the words of what was tried: "Unable to search flights: 503". For logs: nobody else reads it. */
  explained(attempt: string, fallback = 'Please try again later.') {
    const { status } = this
    const message = `${attempt} ${this.isUnreached ? fallback : `${status}. ${this.said ?? fallback}`}`
    return new ApiError(message, {
      status,
      statusText: this.statusText,
      body: this.body,
      requestId: this.requestId,
      retryAfterMs: this.retryAfterMs,
      cause: this,
    })
  }

  /** The call had the session's old token. The browser has a newer one, or gets it in a moment. */
  get isOvertaken() {
    return this.status === 401 && this.retryAfterMs > 0
  }

  /** Nobody answered, so that nothing is known of what was asked for. */
  get isUnreached() {
    return this.status === 0
  }

  /** The server's last word on what was asked: the same request is answered alike. */
  get isRefusal() {
    return this.status >= 400 && this.status < 500 && !aboutTheCaller.includes(this.status)
  }

  /** The service is away, not the request wrong: the same request may succeed in a moment. */
  get isPassing() {
    return this.isUnreached || this.status === 502 || this.status === 503 || this.status === 504
  }
}

/** Answers about who asks, or how fast: no session, not allowed, too slow, too early, too often. */
const aboutTheCaller: readonly number[] = [401, 403, 408, 425, 429]

/** The call needs a session and there is none: no failure where a visitor is no wonder. */
export const isNotAuthenticated = (error: unknown) =>
  error instanceof ApiError && error.status === 401 && error.said === 'Not authenticated'

/** Why a call failed, by its code (docs/errors.md). */
const reasons: Record<string, string> = {
  NOT_AUTHENTICATED: reasonWords.signedOut,
  FORBIDDEN: reasonWords.forbidden,
  INVALID_CREDENTIALS: reasonWords.wrongCredentials,
  USERNAME_TAKEN: reasonWords.usernameTaken,
  EMAIL_TAKEN: reasonWords.emailTaken,
  TOKEN_INVALID: reasonWords.linkSpent,
  OTHER_ADDRESS: reasonWords.otherAddress,
  LAST_ADMINISTRATOR: reasonWords.lastAdministrator,
  BOOKING_NOT_FOUND: reasonWords.bookingNotFound,
  NOT_CANCELLABLE: reasonWords.notCancellable,
  REFUND_CHANGED: reasonWords.refundChanged,
  NOT_ALLOWED_NOW: reasonWords.movedOn,
  WATCH_LIMIT: reasonWords.watchLimit,
  OFFER_EXPIRED: reasonWords.offerExpired,
  OFFER_NOT_FOUND: reasonWords.offerNotFound,
  DOCUMENTS_UNSUPPORTED: reasonWords.otherDocuments,
  PROVIDER_UNAVAILABLE: reasonWords.airlineAway,
  SEARCH_UNAVAILABLE: reasonWords.airlinesAway,
  SERVICE_UNAVAILABLE: reasonWords.serviceAway,
  MODE_UNKNOWN: reasonWords.serviceAway,
  PROVIDER_NOT_CONFIGURED: reasonWords.serviceAway,
  TOO_MANY_ATTEMPTS: reasonWords.tooManyAttempts,
  RATE_LIMITED: reasonWords.tooManyRequests,
  INTERNAL_ERROR: reasonWords.fault,
  VALIDATION_ERROR: reasonWords.checkEntries,
}

/** Why a call failed, for a traveller: by its code, never by a text of the server or a number (requirement R40). */
export function reasonOf(error: unknown, fallback: string) {
  if (!(error instanceof ApiError)) return fallback
  if (error.code === 'RATE_LIMITED' && error.retryAfterMs > MINUTE_MS)
    return reasonWords.tooManyRequestsFor(waitOf(error.retryAfterMs))
  return reasons[error.code] ?? fallback
}

const MINUTE_MS = 60_000

/** In hours from two hours on: nobody waits for a minute of them. */
export function waitOf(waitMs: number) {
  const minutes = Math.ceil(waitMs / MINUTE_MS)
  return { minutes, hours: minutes < 120 ? 0 : Math.ceil(minutes / 60) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const asProblem = (body: unknown): Partial<Problem> => (typeof body === 'object' && body !== null ? body : {})
