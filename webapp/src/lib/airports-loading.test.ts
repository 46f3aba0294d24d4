// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useAirports } from './airports'

const { list } = vi.hoisted(() => ({ list: { isBroken: true } }))
vi.mock('@seeds/airports.json', () => ({
  get default() {
    if (list.isBroken) throw new Error('the list did not arrive')
    return []
  },
}))

test('s058 airports that could not be loaded are loaded again when they are next needed', async () => {
  const { result } = renderHook(useAirports)
  act(() => result.current.needAirports())
  await waitFor(() => expect(result.current.airports.status).toBe('error'))

  list.isBroken = false
  act(() => result.current.needAirports())

  await waitFor(() => expect(result.current.airports.status).toBe('ready'))
})
