import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { notify } from '@/components/ui/toast/notify'
import { Toaster } from '@/components/ui/toast/toaster'
import { setup } from '@/testing/render'
import { useStep } from './use-step'

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams('step=seats') }))

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
