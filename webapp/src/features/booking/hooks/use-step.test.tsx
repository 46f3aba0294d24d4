import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { notify } from '@/components/ui/toast/notify'
import { Toaster } from '@/components/ui/toast/toaster'
import { setup } from '@/testing/render'
import { useStep } from './use-step'

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams('step=seats') }))

const standAt = (address: string) => window.history.replaceState(null, '', address)
const address = () => window.location.pathname + window.location.search

beforeEach(() => {
  window.scrollTo = vi.fn()
  standAt('/booking?step=seats')
})

test('a step takes its place in the address', () => {
  const { result } = renderHook(() => useStep('payment'))

  act(() => result.current.go('payment', 'replace'))

  expect(address()).toBe('/booking?step=payment')
})

test('a step that comes after the booking was left changes neither the address nor the place on the page', () => {
  const { result } = renderHook(() => useStep('payment'))
  standAt('/flight/off_1')

  act(() => result.current.go('payment', 'replace'))

  expect(address()).toBe('/flight/off_1')
  expect(window.scrollTo).not.toHaveBeenCalled()
})

test.each([
  ['an address that says more than is shown is put right', '/booking?step=seats', '/booking?step=passengers'],
  ['the address of the page that was gone to is not', '/flight/off_1', '/flight/off_1'],
  ['nor that of another step that was gone to', '/booking?step=payment', '/booking?step=payment'],
])('%s', (_, before, after) => {
  standAt(before)

  renderHook(() => useStep('passengers'))

  expect(address()).toBe(after)
})

test.each([
  ['the way on', (go: ReturnType<typeof useStep>['go']) => go('payment')],
  ['the browser’s Back', () => window.dispatchEvent(new Event('popstate'))],
])('what a toast said of a step does not follow to the next by %s', async (_, leave) => {
  setup(<Toaster />)
  const { result } = renderHook(() => useStep('payment'))
  await act(() => notify({ type: 'success', title: 'Seat Selected' }))
  await screen.findByText('Seat Selected')

  act(() => void leave(result.current.go))
  await waitFor(() => expect(screen.queryByText('Seat Selected')).toBeNull())
})
