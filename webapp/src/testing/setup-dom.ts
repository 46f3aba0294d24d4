import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { setOut } from '@/lib/pending-navigation'
import { setCookie } from './cookie'
import { patience } from './patience'

/** What its types leave out: whether this is one of many tries, whose error nobody reads. */
type Config = ReturnType<typeof getConfig> & { _disableExpensiveErrorDiagnostics?: boolean }

const { getElementError: withPage } = getConfig()

function withoutPage(message: string) {
  const error = new Error(message)
  error.name = 'TestingLibraryElementError'
  return error
}

configure({
  // A busy machine is no reason to fail.
  asyncUtilTimeout: 10_000 * patience,
  // To draw the page takes longer than to search it. Of what is waited for it is drawn once, when the time is up.
  getElementError: (message, container) =>
    message && (getConfig() as Config)._disableExpensiveErrorDiagnostics
      ? withoutPage(message)
      : withPage(message, container),
})

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

/** By what they are made from: a query passes thousands of elements, most of which have no style of their own. */
const computed = new Map<string, CSSStyleDeclaration>()

function styleOf(own: string, isHidden: boolean) {
  const { style } = document.createElement('i')
  style.cssText = own
  if (isHidden) style.display = 'none'
  return style
}

/**
 * jsdom matches every rule of every style sheet for each element that a query passes: a third of the tests' time. Here an
 * element is hidden by its own style or the attribute `hidden` alone. What style sheets hide, the journeys see in a browser.
 */
window.getComputedStyle = (element: Element) => {
  const own = element.getAttribute('style') ?? ''
  const isHidden = element.hasAttribute('hidden')
  const key = `${isHidden} ${own}`
  const style = computed.get(key) ?? styleOf(own, isHidden)
  computed.set(key, style)
  return style
}
