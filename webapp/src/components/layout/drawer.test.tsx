import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
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
