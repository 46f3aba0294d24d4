import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** The browser loses its connection, or has it again, and says so. */
export const connect = (isOnline: boolean) =>
  act(async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  })
