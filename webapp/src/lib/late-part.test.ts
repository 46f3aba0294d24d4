// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { deferred } from '@/testing/deferred'
import { latePart, useLatePart } from './late-part'

const cards = { Card: () => null }

test('a late part is fetched once, and is drawn at once where it is already here', async () => {
  const fetched = deferred<typeof cards>()
  const read = vi.fn(() => fetched.promise)
  const part = latePart(read)
  const first = renderHook(() => useLatePart(part))
  expect(first.result.current).toBeNull()

  await act(async () => fetched.resolve(cards))

  expect(first.result.current).toBe(cards)
  const drawn: unknown[] = []
  renderHook(() => drawn.push(useLatePart(part)))
  expect(drawn[0]).toBe(cards)
  expect(read).toHaveBeenCalledOnce()
})

test('a late part that could not be fetched is fetched by the next who needs it', async () => {
  const read = vi.fn(async () => cards).mockRejectedValueOnce(new Error('away'))
  const part = latePart(read)
  await expect(part.load()).rejects.toThrow('away')
  expect(part.now()).toBeNull()

  await expect(part.load()).resolves.toBe(cards)
})
