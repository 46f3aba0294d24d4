import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { setOut } from '@/lib/pending-navigation'
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
  // A link that one test has pressed leads the next one nowhere.
  setOut(window.location.pathname + window.location.search)
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
performance.getEntriesByType ??= () => []
window.matchMedia ??= (query: string) =>
  Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }) as unknown as MediaQueryList
Element.prototype.scrollTo ??= () => {}
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.setPointerCapture ??= () => {}
Element.prototype.hasPointerCapture ??= () => false

/**
 * jsdom matches every rule of every style sheet for each element that a query passes: a third of the tests' time. Here an
 * element is hidden by its own style or the attribute `hidden` alone. What style sheets hide, the journeys see in a browser.
 */
window.getComputedStyle = (element: Element) => {
  const style = document.createElement('i').style
  style.cssText = element.getAttribute('style') ?? ''
  if (element.hasAttribute('hidden')) style.display = 'none'
  return style
}
