// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goTo, standAt } from '@/testing/address'
import { useView } from './use-view'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const RESULTS = '/search?origin=JFK&destination=LHR'
const address = () => window.location.pathname + window.location.search

/** A list whose slider has just been moved. */
function slide() {
  const { result } = renderHook(() => useView())
  const { view, show } = result.current
  act(() => show({ ...view, filters: { ...view.filters, duration: 600 } }, true))
  return result
}

/** The browser is elsewhere at once; the page is still there. */
async function goBack(to: string) {
  await goTo(to)
  act(() => void window.dispatchEvent(new Event('popstate')))
}

beforeEach(() => {
  vi.useFakeTimers()
  standAt(RESULTS)
})
afterEach(() => void vi.useRealTimers())

test('the address keeps where a slider comes to rest', () => {
  slide()
  expect(address()).toBe(RESULTS)

  vi.runAllTimers()

  expect(address()).toBe(`${RESULTS}&longest=600`)
})

test('a click writes it first: after it, a link’s page would be called off', () => {
  slide()

  document.body.click()
  expect(address()).toBe(`${RESULTS}&longest=600`)

  const { replaceState } = window.history
  vi.runAllTimers()
  expect(replaceState).toHaveBeenCalledTimes(1)
})

test('who goes Back to another page before a slider rests finds that page’s own address', async () => {
  slide()
  await goTo('/flight/off_1')

  vi.runAllTimers()

  expect(address()).toBe('/flight/off_1')
})

test('who goes Back to an earlier choice before a slider rests finds that choice', async () => {
  const result = slide()
  await goBack(`${RESULTS}&stops=0`)

  vi.runAllTimers()

  expect(address()).toBe(`${RESULTS}&stops=0`)
  expect(result.current.view.filters).toMatchObject({ stops: [0], duration: null })
})

test('what is chosen on a page that was left changes no other page’s address', async () => {
  const { result } = renderHook(() => useView())
  await goTo('/?origin=JFK')

  act(() => result.current.show({ ...result.current.view, sort: 'price-desc' }))

  expect(address()).toBe('/?origin=JFK')
})

test('bag07 the address says that prices are told with a bag, and Back takes it back', async () => {
  const { result } = renderHook(() => useView())

  act(() => result.current.show({ ...result.current.view, withBag: true }))
  expect(address()).toBe(`${RESULTS}&bag=1`)

  await goBack(RESULTS)
  expect(result.current.view.withBag).toBe(false)
})
