// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Deferred, deferred } from '@/testing/deferred'
import { useRetry } from './use-retry'

test.each([
  ['answered', (asked: Deferred) => asked.resolve(null)],
  ['refused', (asked: Deferred) => asked.reject(new Error('Away.'))],
])('who asks again waits until it is %s', async (_, finish) => {
  const asked = deferred()
  const { result } = renderHook(() => useRetry(() => asked.promise))
  expect(result.current.isTrying).toBe(false)

  act(() => result.current.retry())
  expect(result.current.isTrying).toBe(true)

  await act(async () => finish(asked))
  expect(result.current.isTrying).toBe(false)
})

test('r009 no button that asks again is disabled meanwhile: the keyboard would lose its place', () => {
  const root = path.resolve(import.meta.dirname, '../features')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const disabled = sources.filter((file) => readFileSync(path.join(root, file), 'utf8').includes('disabled={isTrying}'))

  expect(sources).toContain(path.join('search', 'components', 'states.tsx'))
  expect(disabled).toEqual([])
})
