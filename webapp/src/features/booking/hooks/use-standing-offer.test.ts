// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useStandingOffer } from './use-standing-offer'

const address = () => window.location.pathname + window.location.search
const standAt = (to: string) => window.history.replaceState(null, '', to)

test('the address follows the offer that takes the place of another', () => {
  standAt('/booking?offer=off_1&adults=2')
  const { result } = renderHook(() => useStandingOffer('off_1'))

  act(() => result.current.replace('off_2'))

  expect(address()).toBe('/booking?offer=off_2&adults=2')
})

test.each(['/flight/off_1?from_origin=JFK', '/search?origin=JFK', '/booking?offer=off_9'])(
  'who has gone Back to %s meanwhile finds its own address',
  (elsewhere) => {
    standAt('/booking?offer=off_1')
    const { result } = renderHook(() => useStandingOffer('off_1'))
    standAt(elsewhere)

    act(() => result.current.replace('off_2'))

    expect(address()).toBe(elsewhere)
  },
)
