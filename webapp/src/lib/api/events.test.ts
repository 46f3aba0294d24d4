// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen } from './events'

/** The streams that were opened, the last of them the current one. */
let streams: Stream[] = []

class Stream extends EventTarget {
  static readonly CLOSED = 2
  readyState = 1
  constructor(readonly url: string) {
    super()
    streams.push(this)
  }
  close() {
    this.readyState = Stream.CLOSED
  }
  says(name: string, data: object) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
  }
  opens() {
    this.dispatchEvent(new Event('open'))
  }
}

const current = () => streams.at(-1) as Stream
const settle = () => vi.advanceTimersByTime(2_000)
const stops: (() => void)[] = []
const hear = (listener: Parameters<typeof listen>[0]) => {
  const stop = listen(listener)
  stops.push(stop)
  return stop
}

function setHidden(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  streams = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Stream)
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('all listeners of a page share one stream, which ends with the last of them', () => {
  const [mode, brand] = [vi.fn(), vi.fn()]
  const [first, second] = [hear({ mode }), hear({ brand })]
  settle()

  current().says('mode', { mode: 'live', version: 2 })
  current().says('brand', { version: 7 })

  expect(streams).toHaveLength(1)
  expect(mode).toHaveBeenCalledWith({ mode: 'live', version: 2 })
  expect(brand).toHaveBeenCalledWith({ version: 7 })
  first()
  expect(current().readyState).toBe(1)
  second()
  expect(current().readyState).toBe(Stream.CLOSED)
})

test('after a break everybody is told that something may have been missed', () => {
  const missed = vi.fn()
  hear({ missed })
  settle()

  current().opens()
  expect(missed).not.toHaveBeenCalled()
  current().opens()

  expect(missed).toHaveBeenCalledTimes(1)
})

test('a booking that moved before the stream was there is read again', () => {
  const missed = vi.fn()
  hear({ booking: vi.fn(), missed })
  settle()

  current().opens()

  expect(missed).toHaveBeenCalledTimes(1)
})

test('a refused stream is tried again later', () => {
  hear({})
  settle()

  current().close()
  current().dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(29_000)
  expect(streams).toHaveLength(1)
  vi.advanceTimersByTime(1_000)

  expect(streams).toHaveLength(2)
})

test('asking for bookings gets a stream of the visitor as they are now', () => {
  hear({ brand: vi.fn() })
  settle()
  const [before] = streams

  hear({ booking: vi.fn() })
  settle()

  expect(before?.readyState).toBe(Stream.CLOSED)
  expect(streams).toHaveLength(2)
})

test('a tab that is long out of sight gives its stream back, and opens it when it is seen again', () => {
  const missed = vi.fn()
  hear({ missed })
  settle()
  current().opens()

  setHidden(true)
  vi.advanceTimersByTime(29_000)
  expect(current().readyState).toBe(1)
  vi.advanceTimersByTime(1_000)
  expect(current().readyState).toBe(Stream.CLOSED)
  setHidden(false)
  vi.advanceTimersByTime(0)
  current().opens()

  expect(streams).toHaveLength(2)
  expect(missed).toHaveBeenCalledTimes(1)
})
