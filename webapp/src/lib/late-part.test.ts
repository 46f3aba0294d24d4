// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { connect } from '@/testing/connection'
import { deferred } from '@/testing/deferred'
import { latePart, useLatePart } from './late-part'

const cards = { Card: () => null }

test('a late part is fetched once, and is drawn at once where it is already here', async () => {
  const fetched = deferred<typeof cards>()
  const read = vi.fn(() => fetched.promise)
  const part = latePart(read)
  const first = renderHook(() => useLatePart(part))
  expect(first.result.current.here).toBeNull()

  await act(async () => fetched.resolve(cards))

  expect(first.result.current.here).toBe(cards)
  const drawn: unknown[] = []
  renderHook(() => drawn.push(useLatePart(part).here))
  expect(drawn[0]).toBe(cards)
  expect(read).toHaveBeenCalledOnce()
})

test('a late part that is not wanted yet is fetched once it is', async () => {
  const read = vi.fn(async () => cards)
  const part = latePart(read)
  const { result, rerender } = renderHook(({ isWanted }) => useLatePart(part, isWanted), {
    initialProps: { isWanted: false },
  })
  expect(read).not.toHaveBeenCalled()

  rerender({ isWanted: true })

  await waitFor(() => expect(result.current.here).toBe(cards))
})

test('a late part that could not be fetched is fetched by the next who needs it', async () => {
  const read = vi.fn(async () => cards).mockRejectedValueOnce(new Error('away'))
  const part = latePart(read)
  await expect(part.load()).rejects.toThrow('away')
  expect(part.now()).toBeNull()

  await expect(part.load()).resolves.toBe(cards)
})

const away = () => Promise.reject(new Error('away'))

test('what draws a late part that could not be fetched is told so, and can fetch it again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const read = vi.fn(async () => cards)
  read.mockImplementationOnce(away).mockImplementationOnce(away)
  const part = latePart(read)
  const { result } = renderHook(() => useLatePart(part))
  await waitFor(() => expect(result.current.failure).not.toBeNull())

  act(() => result.current.failure?.retry())
  expect(result.current.failure?.isTrying).toBe(true)
  await waitFor(() => expect(result.current.failure?.isTrying).toBe(false))
  expect(read).toHaveBeenCalledTimes(2)

  act(() => result.current.failure?.retry())
  await waitFor(() => expect(result.current).toEqual({ here: cards, failure: null }))
})

test('a late part that could not be fetched comes by itself once the browser is back online', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await connect(false)
  const part = latePart(vi.fn(async () => cards).mockImplementationOnce(away))
  const { result } = renderHook(() => useLatePart(part))
  await waitFor(() => expect(result.current.failure).not.toBeNull())

  await connect(true)

  await waitFor(() => expect(result.current.here).toBe(cards))
})
