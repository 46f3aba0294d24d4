import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { serve } from '@/testing/server'
import type { Listener } from './events'
import { useSystemMode } from './system-mode'

const page = vi.hoisted(() => ({ listener: {} as Listener }))
vi.mock('./events', () => ({
  listen: (listener: Listener) => {
    page.listener = listener
    return () => undefined
  },
}))

function Probe() {
  return <output>{useSystemMode().mode}</output>
}

test.each([
  ['the news of a switch', () => page.listener.mode?.({ mode: 'live', version: 2 })],
  ['a break in which it may have switched', () => page.listener.missed?.()],
])('s013 the mode is read again after %s', async (_, happens) => {
  let mode = 'test'
  serve({ 'GET /api/system/mode': () => ({ isLiveMode: mode === 'live', mode, known: true, liveCards: false }) })
  setup(<Probe />)
  expect(await screen.findByText('test')).toBeVisible()

  mode = 'live'
  happens()

  expect(await screen.findByText('live')).toBeVisible()
})
