import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { standAt } from '@/testing/address'
import { setup } from '@/testing/render'
import { serve } from '@/testing/server'
import { SiteFrame } from './site-frame'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const open = () =>
  setup(
    <SiteFrame>
      <input aria-label="First name" />
    </SiteFrame>,
  )
const goOn = (address: string) => act(async () => window.history.pushState(null, '', address))

beforeEach(() => {
  serve({})
  standAt('/search')
})

test('r009 the first page leaves the focus alone, and every other one takes it to its start', async () => {
  open()
  expect(document.body).toHaveFocus()

  await goOn('/flight/off_1')
  expect(screen.getByRole('main')).toHaveFocus()
})

test('r009 a page that has put the focus somewhere itself keeps it, and so does another step of one', async () => {
  open()
  act(() => screen.getByLabelText('First name').focus())
  await goOn('/booking?offer=off_1')
  expect(screen.getByLabelText('First name')).toHaveFocus()

  act(() => screen.getByLabelText('First name').blur())
  await goOn('/booking?offer=off_1&step=seats')
  expect(document.body).toHaveFocus()
})
