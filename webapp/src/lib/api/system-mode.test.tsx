import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { liveMode, testMode } from '@/testing/modes'
import { present } from '@/testing/present'
import { setup } from '@/testing/render'
import { serve } from '@/testing/server'
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
