import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { notify } from './notify'
import { toaster } from './store'
import { Toaster } from './toaster'

// Toasts come as a chunk of their own and go with an animation.

async function shown(title: string) {
  setup(<Toaster />)
  await act(() => notify({ title }))
  return (await screen.findByText(title)).closest('[data-part=root]') as HTMLElement
}

function swipe(toast: HTMLElement, distance: number) {
  fireEvent.pointerDown(toast, { button: 0, clientX: 100 })
  fireEvent.pointerMove(toast, { clientX: 100 + distance })
  fireEvent.pointerUp(toast, { clientX: 100 + distance })
}

test('s030 a swipe of fifty pixels to the right dismisses a toast, a shorter one does not', async () => {
  const toast = await shown('Seat Selected')

  swipe(toast, 49)
  swipe(toast, -80)
  expect(toast).toHaveAttribute('data-state', 'open')
  swipe(toast, 51)
  await waitFor(() => expect(screen.queryByText('Seat Selected')).toBeNull())
})

test('s030 F8 leads to the notifications', async () => {
  await shown('Booking confirmed!')

  expect(toaster.attrs).toMatchObject({ max: 1, hotkey: ['F8'] })
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  await waitFor(() => expect(screen.getByRole('region', { name: /Notifications/ })).toHaveFocus())
})

test('what can be done about it stands in the toast, and takes the toast away', async () => {
  const onClick = vi.fn()
  const { user } = setup(<Toaster />)
  await act(() => notify({ title: 'Still available', action: { label: 'Continue booking', onClick } }))
  await user.click(await screen.findByRole('button', { name: 'Continue booking' }))

  expect(onClick).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByText('Still available')).toBeNull())
})
