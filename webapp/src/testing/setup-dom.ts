import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { setCookie } from './cookie'
import { patience } from './patience'

// A busy machine is no reason to fail.
configure({ asyncUtilTimeout: 10_000 * patience })

/** As a visitor who may be signed in: the call says whether they are. */
beforeEach(() => setCookie('fareway_user=1'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  // What one test has set out for, the next one is not leaving for.
  window.dispatchEvent(new PopStateEvent('popstate'))
})

// What jsdom lacks and the components ask for.
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
Object.assign(globalThis, { ResizeObserver: Observer, IntersectionObserver: Observer })
window.matchMedia ??= (query: string) =>
  Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }) as unknown as MediaQueryList
Element.prototype.scrollTo ??= () => {}
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.setPointerCapture ??= () => {}
Element.prototype.hasPointerCapture ??= () => false
