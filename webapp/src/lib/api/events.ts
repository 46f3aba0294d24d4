import { withBrand } from '@/lib/use-navigate'
import { apiPath } from './api-path'

interface News {
  booking: { id: string; version: number; status: string }
  mode: { mode: string; version: number }
  brand: { version: number }
}

/** Only hints: listeners read again what changed. `missed`: anything may have changed in the meantime. */
export type Listener = { [Name in keyof News]?: (news: News[Name]) => void } & { missed?: () => void }

/** The page's first view has the browser's few connections to itself. */
const SETTLE_MS = 2_000
/** After an answer that was no stream: too many are open, or the gateway is away. */
const RETRY_MS = 30_000
/** A tab that nobody looks at gives its connection back, though not for a glance elsewhere. */
const HIDDEN_MS = 30_000

const listeners = new Set<Listener>()
let source: EventSource | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let hasListened = false

function tell(name: keyof News, { data }: MessageEvent<string>) {
  const news = JSON.parse(data)
  for (const listener of listeners) listener[name]?.(news)
}

function open() {
  // An EventSource sends no headers, so the address carries the brand.
  const opened = new EventSource(withBrand(apiPath('/api/events')), { withCredentials: true })
  for (const name of ['booking', 'mode', 'brand'] as const) opened.addEventListener(name, (event) => tell(name, event))
  opened.addEventListener('open', () => {
    // A booking was read before the stream was there, and may have moved in between.
    for (const listener of listeners) if (hasListened || listener.booking) listener.missed?.()
    hasListened = true
  })
  opened.addEventListener('error', () => {
    // Where the stream merely broke, the browser opens it again by itself.
    if (opened.readyState !== EventSource.CLOSED || source !== opened) return
    close()
    later(open, RETRY_MS)
  })
  source = opened
}

function close() {
  source?.close()
  source = null
}

function later(run: () => void, ms: number) {
  clearTimeout(timer)
  timer = setTimeout(run, ms)
}

function onVisibility() {
  if (document.hidden) later(close, HIDDEN_MS)
  else if (source) clearTimeout(timer)
  else later(open, 0)
}

/** Listens on the page's one connection, which is open while anybody does. Answers how to stop. */
export function listen(listener: Listener): () => void {
  if (typeof EventSource === 'undefined') return () => undefined
  if (listeners.size === 0) document.addEventListener('visibilitychange', onVisibility)
  listeners.add(listener)
  // Who the visitor is was settled when the stream opened: somebody new to their bookings opens it afresh.
  if (listener.booking) close()
  if (!source && !document.hidden) later(open, SETTLE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(timer)
    close()
    hasListened = false
  }
}
