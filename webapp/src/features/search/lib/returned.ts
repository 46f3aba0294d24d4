/** What readers do to a page. A scroll alone is none: browsers scroll to the place that was left. */
const deeds = ['pointerdown', 'wheel', 'touchmove', 'keydown'] as const

/** So long after its list stands a reader has begun to read it, though they do nothing. */
const UNREAD_MS = 8_000

/** Stops listening for the first deed; null where the list is not as Back has led to it. */
let untouched: AbortController | null = null
let ending: ReturnType<typeof setTimeout> | undefined

export function forgetReturn() {
  untouched?.abort()
  untouched = null
  clearTimeout(ending)
  ending = undefined
}

/** Back has led from a flight to its list just now. */
export function noteReturn() {
  forgetReturn()
  untouched = new AbortController()
  const { signal } = untouched
  for (const deed of deeds) window.addEventListener(deed, forgetReturn, { capture: true, passive: true, signal })
}

/** The list that Back has led to stands. */
export function noteListStands() {
  if (untouched) ending ??= setTimeout(forgetReturn, UNREAD_MS)
}

/** The flight's link has the focus again. A page hears no key of a screen reader that goes on from there. */
export function noteFocusIsBack(link: Element) {
  const goOn = ({ target }: FocusEvent) => {
    if (target !== link) forgetReturn()
  }
  if (untouched) window.addEventListener('focusin', goOn, { signal: untouched.signal })
}

/** Back has led to the list, and its reader has done nothing there yet. */
export const isAsReturned = () => untouched !== null
