import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { Tooltip } from './tooltip'

const after = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  vi.useFakeTimers()
  setup(
    <div>
      {['Light', 'Dark'].map((name) => (
        <Tooltip key={name} content={name}>
          <button type="button" aria-label={name} />
        </Tooltip>
      ))}
    </div>,
  )
})
afterEach(() => vi.useRealTimers())

test('s031 a tooltip opens after 700 ms, the next one within 300 ms at once', async () => {
  await after(1_000)
  fireEvent.pointerEnter(button('Light'))
  await after(699)
  expect(screen.queryByText('Light')).toBeNull()
  await after(1)
  expect(screen.getByText('Light')).toBeInTheDocument()

  fireEvent.pointerLeave(button('Light'))
  await after(299)
  fireEvent.pointerEnter(button('Dark'))
  await after(0)

  expect(screen.queryByText('Light')).toBeNull()
  expect(screen.getByText('Dark')).toBeInTheDocument()
})

test('s031 a tooltip opens on focus too, and Escape takes it away', async () => {
  await after(1_000)
  fireEvent.focus(button('Light'))
  await after(700)
  expect(screen.getByText('Light')).toBeInTheDocument()

  fireEvent.keyDown(document, { key: 'Escape' })

  expect(screen.queryByText('Light')).toBeNull()
})
