import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { liveMode, testMode } from '@/testing/modes'
import { present } from '@/testing/present'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import type { Listener } from './events'
import { useSystemMode } from './system-mode'

const page = vi.hoisted(() => ({ listener: null as Listener | null }))
vi.mock('./events', () => ({
  listen: (listener: Listener) => {
    page.listener = listener
    return () => undefined
  },
}))

function Probe() {
  return <output>{useSystemMode().mode}</output>
}

beforeEach(() => {
  page.listener = null
})

test.each([
  ['the news of a switch', (listener: Listener) => listener.mode?.({ mode: 'live', version: 2 })],
  ['a break in which it may have switched', (listener: Listener) => listener.missed?.()],
])('s013 the mode is read again after %s', async (_, happens) => {
  let mode = testMode
  serve({ 'GET /api/system/mode': () => mode })
  setup(<Probe />)
  expect(await screen.findByText('test')).toBeVisible()

  mode = liveMode
  happens(await present(() => page.listener))

  expect(await screen.findByText('live')).toBeVisible()
})

test('s013 a mode that could not be read for a moment is read again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const answers = [problem(503, 'MODE_UNKNOWN', 'Away')]
  const calls = serve({ 'GET /api/system/mode': () => answers.pop() ?? liveMode })
  setup(<Probe />)
  await waitFor(() => expect(calls).toHaveLength(1))

  await vi.advanceTimersByTimeAsync(3_000)

  expect(await screen.findByText('live')).toBeVisible()
})
