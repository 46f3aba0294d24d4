/** What readers do to a page. A scroll alone is none: browsers scroll to the place that was left. */
const deeds = ['pointerdown', 'wheel', 'touchmove', 'keydown'] as const

/** Stops listening for the first deed; null where the list is not as Back has led to it. */
let untouched: AbortController | null = null

export function forgetReturn() {
  untouched?.abort()
  untouched = null
}

/** Back has led from a flight to its list just now. */
export function noteReturn() {
  forgetReturn()
  untouched = new AbortController()
  const { signal } = untouched
  for (const deed of deeds) window.addEventListener(deed, forgetReturn, { capture: true, passive: true, signal })
}

/** Back has led to the list, and its reader has done nothing there yet. */
export const isAsReturned = () => untouched !== null
