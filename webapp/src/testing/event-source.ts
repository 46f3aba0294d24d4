import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** A stream that tells what a test says. */
export class FakeSource extends EventTarget {
  static opened: FakeSource[] = []
  isClosed = false

  /** Stands in for the browser's own until the globals are given back. */
  static install() {
    FakeSource.opened = []
    vi.stubGlobal('EventSource', FakeSource)
  }

  constructor(readonly url: string) {
    super()
    FakeSource.opened.push(this)
  }

  close() {
    this.isClosed = true
  }

  tell(name: string, data: unknown) {
    act(() => void this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) })))
  }
}
