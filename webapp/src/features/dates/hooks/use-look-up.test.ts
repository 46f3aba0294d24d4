// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCriteria } from '@/lib/criteria'
import { dateCell } from '@/testing/dates'
import { FakeSource } from '@/testing/event-source'
import { useLookUp } from './use-look-up'

const criteria = readCriteria(
  new URLSearchParams('origin=JFK&destination=LHR&departureDate=2027-01-15&returnDate=2027-01-22&adults=2'),
)

beforeEach(() => FakeSource.install())
afterEach(() => vi.unstubAllGlobals())

function open() {
  const [onCell, onEnd] = [vi.fn(), vi.fn()]
  const { result, unmount } = renderHook(() => useLookUp(criteria, { onCell, onEnd }))
  const start = () => {
    act(() => result.current.start(31))
    return FakeSource.opened[0] as FakeSource
  }
  return { result, unmount, start, onCell, onEnd }
}

test('day06 nothing is looked up before somebody asks for it', () => {
  const { result, start } = open()
  expect([result.current.lookUp, FakeSource.opened.length]).toEqual([null, 0])

  const { pathname, searchParams } = new URL(start().url, 'http://localhost')

  expect(pathname).toBe('/api/flights/dates/stream')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    origin: 'JFK',
    returnDate: '2027-01-22',
    adultsCount: '2',
    span: '3',
  })
})

test('day06 numbers come in one by one, and the budget ends them', () => {
  const { result, start, onCell, onEnd } = open()
  const stream = start()

  stream.tell('cell', dateCell())
  stream.tell('cell', dateCell({ departureDate: '2027-01-16' }))
  expect(result.current.lookUp).toEqual({ state: 'running', lookedUp: 2, of: 31 })
  expect(onCell).toHaveBeenLastCalledWith(dateCell({ departureDate: '2027-01-16' }))
  expect(onEnd).not.toHaveBeenCalled()

  const done = { lookedUp: 12, of: 31, reason: 'budget', againAt: null }
  stream.tell('done', done)
  expect(result.current.lookUp).toEqual({ state: 'ended', ...done })
  expect([stream.isClosed, onEnd.mock.calls.length]).toEqual([true, 1])
})

test('day06 day07 a stream that breaks is not opened again by itself', () => {
  const { result, start } = open()
  const stream = start()

  stream.tell('error', null)

  expect(result.current.lookUp).toEqual({ state: 'failed' })
  expect([stream.isClosed, FakeSource.opened.length]).toEqual([true, 1])
})

test('day06 looking up ends with its view, and what has come till then is not lost', () => {
  const { start, unmount, onEnd } = open()
  const stream = start()

  unmount()

  expect([stream.isClosed, onEnd.mock.calls.length]).toEqual([true, 1])
})

test('day06 a view that is left after the end ends nothing again', () => {
  const { start, unmount, onEnd } = open()
  start().tell('done', { lookedUp: 1, of: 31, reason: 'budget', againAt: null })

  unmount()

  expect(onEnd).toHaveBeenCalledTimes(1)
})
