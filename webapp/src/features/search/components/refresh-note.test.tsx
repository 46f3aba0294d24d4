import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { RefreshNote } from './refresh-note'

const TOLD = 'No newer prices. They can be refreshed once a minute.'

/** Beside a list that begins so far below the top of the window. */
function open(top: number) {
  const list = document.createElement('div')
  vi.spyOn(list, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 390, 2000))
  return setup(<RefreshNote list={{ current: list }} />)
}

afterEach(() => vi.useRealTimers())

test('where the list begins below the window, what a refresh has brought is said at its button for six seconds', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  open(window.innerHeight + 200)
  expect(screen.getByText(TOLD)).toBeVisible()
  expect(screen.getByText(TOLD).closest('[aria-hidden=true]'), 'it is announced elsewhere').not.toBeNull()

  act(() => void vi.advanceTimersByTime(6_000))

  expect(screen.queryByText(TOLD)).toBeNull()
})

test('where the list is seen, it alone says so', () => {
  open(300)

  expect(screen.queryByText(TOLD)).toBeNull()
})
