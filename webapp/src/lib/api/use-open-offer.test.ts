// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setOut } from '@/lib/pending-navigation'
import { deferred } from '@/testing/deferred'
import { offer } from '@/testing/offers'
import { problem, serve } from '@/testing/server'
import { useOpenOffer } from './use-open-offer'

const onOpened = vi.fn()

/** Chooses an offer whose answer is still to come. */
function choose() {
  const answer = deferred()
  serve({ 'GET /api/flights/offer/off_2': () => answer.promise })
  const view = renderHook(() => useOpenOffer(onOpened))
  act(() => void view.result.current.open('off_2'))
  const comes = (what: object) => act(async () => answer.resolve(what))
  return { ...view, comes }
}

beforeEach(() => {
  onOpened.mockClear()
  window.history.replaceState(null, '', '/flight/off_1')
})

test('an offer takes the place of another once it is read', async () => {
  const { result, comes } = choose()
  expect(result.current.opening).toBe('off_2')

  await comes(offer({ id: 'off_2' }))

  expect(onOpened).toHaveBeenCalledExactlyOnceWith('off_2')
})

test('who has gone Back before it was read is not led to it', async () => {
  const { result, comes } = choose()
  window.history.replaceState(null, '', '/search?origin=JFK')

  await comes(offer({ id: 'off_2' }))

  expect(onOpened).not.toHaveBeenCalled()
  expect(result.current).toMatchObject({ opening: null, failed: null })
})

test.each([
  ['is read', offer({ id: 'off_2' })],
  ['cannot be read', problem(503, 'SEARCH_UNAVAILABLE', 'Away.')],
])('a page that is gone hears nothing of an offer that %s', async (_, what) => {
  const { unmount, comes } = choose()
  unmount()

  await comes(what)

  expect(onOpened).not.toHaveBeenCalled()
})

test('who has pressed a link out of the page is not held back by a late answer', async () => {
  const { result, comes } = choose()
  setOut('/booking?offer=off_1')

  await comes(offer({ id: 'off_2' }))

  expect(onOpened).not.toHaveBeenCalled()
  expect(result.current.opening).toBeNull()
  act(() => void window.dispatchEvent(new Event('popstate')))
})

test.each([
  ['came Back before the other page was there', () => window.dispatchEvent(new Event('popstate'))],
  ['pressed a link to the page itself', () => setOut('/flight/off_1#seats')],
])('who %s is led to the offer', async (_, stay) => {
  const { comes } = choose()
  setOut('/booking?offer=off_1')
  act(() => void stay())

  await comes(offer({ id: 'off_2' }))

  expect(onOpened).toHaveBeenCalledOnce()
})
