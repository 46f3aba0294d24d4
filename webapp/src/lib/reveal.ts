/** How long a scroll that was under way may still move the page. */
const SETTLE_MS = 1_000
/** What sticks to the edges of the window, the bar of phones among it, and a line to read. */
const EDGE_PX = 96

/** Gives an element the focus and brings it into sight. */
export function reveal(element: HTMLElement | null | undefined) {
  if (!element) return
  element.focus({ preventScroll: true })
  bringIntoSight(element)
  // A scroll by key or wheel that is under way carries the page past it. What the visitor goes to meanwhile comes first.
  const page = element.ownerDocument
  const check = () => element.contains(page.activeElement) && bringIntoSight(element)
  page.addEventListener('scrollend', check)
  setTimeout(() => page.removeEventListener('scrollend', check), SETTLE_MS)
}

/** At once: a smooth scroll ends with the next key. */
export function bringIntoSight(element: HTMLElement) {
  const { top, height } = element.getBoundingClientRect()
  if (top >= EDGE_PX && top + Math.min(height, EDGE_PX) <= window.innerHeight - EDGE_PX) return
  // What stands around it says what it is, as the notice above a field does; a long one is read from its beginning.
  element.scrollIntoView({ behavior: 'instant', block: height < window.innerHeight / 2 ? 'center' : 'start' })
}
