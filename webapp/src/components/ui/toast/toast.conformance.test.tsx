import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { onPhone } from '@/testing/media'
import { setup } from '@/testing/render'
import { clearToasts } from './lazy-store'
import { notify } from './notify'
import { placeOf } from './place'
import { toaster } from './store'
import { Toaster } from './toaster'

// Toasts come as a chunk of their own and go with an animation.

async function shown(title: string, type?: 'error') {
  setup(<Toaster />)
  await act(() => notify({ title, ...(type && { type }) }))
  return (await screen.findByText(title)).closest('[data-part=root]') as HTMLElement
}

/** The library is there, and shows nothing. */
async function shownAndGone(title: string) {
  await act(() => notify({ title }))
  await screen.findByText(title)
  await act(() => clearToasts())
  await waitFor(() => expect(screen.queryByText(title)).toBeNull())
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

test('r009 a toast is announced by its region alone', async () => {
  const toast = await shown('Seat Selected')

  expect(toast).toHaveAttribute('role', 'group')
  expect(toast.closest('[aria-live]')).toHaveAttribute('aria-live', 'polite')
  expect(screen.queryByRole('status')).toBeNull()
})

test('r009 what went wrong is announced by the page, and not by its toast as well', async () => {
  const toast = await shown('Login failed', 'error')

  expect(toast.closest('[aria-live]')).toHaveAttribute('aria-live', 'off')
})

test('s030 F8 leads to the notifications', async () => {
  await shown('Booking confirmed!')

  expect(toaster.attrs).toMatchObject({ max: 1, hotkey: ['F8'] })
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  await waitFor(() => expect(screen.getByRole('region', { name: /Notifications/ })).toHaveFocus())
})

test('r009 F8 leaves the focus where it is while there is no notification', async () => {
  setup(
    <>
      <a href="/terms">Terms</a>
      <Toaster />
    </>,
  )
  await shownAndGone('Seat Selected')
  act(() => screen.getByRole('link', { name: 'Terms' }).focus())

  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })

  expect(screen.getByRole('link', { name: 'Terms' })).toHaveFocus()
})

test('r019 Tab leads through a toast and on, and dismissing it gives the focus back', async () => {
  const { user } = setup(
    <>
      <a href="/terms">Terms</a>
      <Toaster />
      <a href="/about">About</a>
    </>,
  )
  await act(() => notify({ title: 'Seat Selected' }))
  const dismiss = await screen.findByRole('button', { name: 'Dismiss' })
  const tabToDismiss = async () => {
    act(() => screen.getByRole('link', { name: 'Terms' }).focus())
    await user.tab()
    await user.tab()
    expect(dismiss).toHaveFocus()
  }

  await tabToDismiss()
  await user.tab()
  expect(screen.getByRole('link', { name: 'About' })).toHaveFocus()

  await tabToDismiss()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('link', { name: 'Terms' })).toHaveFocus()
})

test('Escape dismisses a toast and gives the focus back to where it was', async () => {
  const { user } = setup(
    <>
      <a href="/terms">Terms</a>
      <Toaster />
    </>,
  )
  await act(() => notify({ title: 'Seat Selected' }))
  await screen.findByRole('button', { name: 'Dismiss' })
  act(() => screen.getByRole('link', { name: 'Terms' }).focus())
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  await waitFor(() => expect(screen.getByRole('region', { name: /Notifications/ })).toHaveFocus())
  await user.tab()

  await user.keyboard('{Escape}')

  expect(screen.getByRole('link', { name: 'Terms' })).toHaveFocus()
  await waitFor(() => expect(screen.queryByText('Seat Selected')).toBeNull())
})

test('what the page has moved on from is taken away', async () => {
  await shown('Seat Selected')

  await act(() => clearToasts())
  await waitFor(() => expect(screen.queryByText('Seat Selected')).toBeNull())
})

test('r019 a toast stands at its place of the window as it is now', async () => {
  const toast = await shown('Seat Selected')
  expect(toast).toHaveAttribute('data-placement', 'top-end')

  onPhone()
  await act(() => notify({ title: 'Payment failed' }))
  const next = (await screen.findByText('Payment failed')).closest('[data-part=root]')

  expect(next).toHaveAttribute('data-placement', 'top')
  expect(screen.getByRole('region', { name: /Notifications/ })).toHaveAttribute('data-placement', 'top')
})

test('r019 a toast stands at the bottom right of a desk, under the header of a tablet, over that of a phone', () => {
  const placeAt = (width: number) =>
    placeOf((query) => {
      const [, bound, rem] = /\((min|max)-width: ([\d.]+)rem\)/.exec(query) ?? []
      return bound === 'min' ? width >= Number(rem) * 16 : width <= Number(rem) * 16
    })

  expect(placeAt(1440).placement).toBe('bottom-end')
  expect(placeAt(768)).toMatchObject({ placement: 'top-end', offsets: { top: '7.25rem' } })
  expect(placeAt(390)).toMatchObject({ placement: 'top', offsets: { top: '0.5rem' } })
})
