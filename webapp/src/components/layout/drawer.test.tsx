import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { traveller } from '@/testing/bookings'
import { setup } from '@/testing/render'
import { serve } from '@/testing/server'
import { Drawer } from './drawer'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

test('r009 what takes the focus in the menu comes into sight, on a page that is magnified too', async () => {
  serve({})
  const reveal = vi.spyOn(Element.prototype, 'scrollIntoView')
  setup(<Drawer isOpen onClose={() => undefined} />)
  const close = await screen.findByRole('button', { name: 'Close menu' })
  act(() => screen.getByRole('link', { name: 'Log In' }).focus())
  reveal.mockClear()

  act(() => close.focus())

  expect(reveal.mock.contexts).toContain(close)
})

test('who logs out has closed the menu before the site is loaded afresh', async () => {
  const never = new Promise<never>(() => undefined)
  serve({ 'GET /api/auth/user': traveller, 'POST /api/auth/logout': () => never })
  const onClose = vi.fn()
  const { user } = setup(<Drawer isOpen onClose={onClose} />)

  await user.click(await screen.findByRole('button', { name: 'Sign Out' }))

  expect(onClose).toHaveBeenCalledOnce()
})
