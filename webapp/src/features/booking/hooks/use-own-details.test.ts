// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { SWRConfig } from 'swr'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useCurrentUser } from '@/lib/api/current-user'
import { traveller } from '@/testing/bookings'
import { problem, serve } from '@/testing/server'
import { emptyPassenger, type PassengerForm } from '../lib/passenger-form'
import { useOwnDetails } from './use-own-details'

const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(SWRConfig, { value: { provider: () => new Map() } }, children)

/** The form, beside what is known of the user. */
function useForms() {
  const form = useForm<PassengerForm>({ defaultValues: { passengers: [emptyPassenger] } })
  return { form, own: useOwnDetails(form), read: useCurrentUser().user }
}

test('a form that was drawn for a guest, as the user could not be read, neither moves nor fills itself in later', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let answer = problem(503, 'SERVICE_UNAVAILABLE', 'Away')
  serve({ 'GET /api/auth/user': () => answer })
  const { result } = renderHook(useForms, { wrapper })
  await waitFor(() => expect(result.current.read).toBeNull())

  answer = Response.json(traveller)
  await act(() => vi.advanceTimersByTimeAsync(3_000))

  await waitFor(() => expect(result.current.read).toEqual(traveller))
  expect(result.current.own.user).toBeNull()
  expect(result.current.form.getValues('passengers.0')).toEqual(emptyPassenger)
})
