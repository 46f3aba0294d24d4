// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { connect } from '@/testing/connection'
import { useBackOnline } from './use-online'

function wait(isWaiting: boolean) {
  const act = vi.fn()
  const { rerender } = renderHook(({ is }) => useBackOnline(is, act), { initialProps: { is: isWaiting } })
  return { act, wait: () => rerender({ is: true }) }
}

test('what waits for the connection is done once, when it is back', async () => {
  const { act } = wait(true)
  await connect(false)
  expect(act).not.toHaveBeenCalled()

  await connect(true)

  expect(act).toHaveBeenCalledOnce()
})

test('a connection that is back before anybody waits for it is not missed', async () => {
  const { act, wait: begin } = wait(false)
  await connect(false)
  await connect(true)
  expect(act).not.toHaveBeenCalled()

  begin()

  expect(act).toHaveBeenCalledOnce()
})

test('who was never offline waits for nothing', () => {
  const { act } = wait(true)

  expect(act).not.toHaveBeenCalled()
})
