import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
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

/** A page that shows an outline until its content is there. */
function LatePage() {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <>
      {isLoaded ? <h1 key="content">New York to London</h1> : <h1 key="outline">Loading the flight</h1>}
      <button type="button" onClick={() => setLoaded(true)}>
        Load
      </button>
      <input aria-label="First name" />
    </>
  )
}

async function openLatePage() {
  setup(
    <SiteFrame>
      <LatePage />
    </SiteFrame>,
  )
  await goOn('/flight/off_1')
  // Not by a click, which would move the focus.
  return () => act(async () => screen.getByRole('button', { name: 'Load' }).click())
}

test('r009 another page gives the focus to its heading, which a reader speaks, and to the one that comes after it', async () => {
  const load = await openLatePage()
  expect(screen.getByRole('heading', { name: 'Loading the flight' })).toHaveFocus()

  await load()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'New York to London' })).toHaveFocus())
})

test('r009 a visitor who has gone on to a field keeps it when the content comes', async () => {
  const load = await openLatePage()
  act(() => screen.getByLabelText('First name').focus())

  await load()
  expect(screen.getByRole('heading', { name: 'New York to London' })).toBeVisible()
  expect(screen.getByLabelText('First name')).toHaveFocus()
})
