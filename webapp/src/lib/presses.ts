/** A press becomes a click only after the pointer or key was let go; on a touch screen a moment later. Some never do. */
const CLICK_MS = 100
/** A press whose end nobody tells, as of a pointer let go in another window, holds nothing back for longer. */
const LONGEST_PRESS_MS = 2_000

/**
 * Tells when the visitor begins to press something and when that press is over, its click included; after two seconds
 * at most. A press that nobody was told of may end too. Answers what stops the watch.
 */
export function watchPresses(onPress: () => void, onEnd: () => void): () => void {
  const watch = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let pressedBy: PressSource | null = null
  const endAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(onEnd, ms)
  }
  const press = (event: Event) => {
    if (!mayClick(event)) return
    pressedBy = sourceOf(event)
    onPress()
    endAfter(LONGEST_PRESS_MS)
  }
  const release = () => endAfter(CLICK_MS)
  // A key that comes up ends no press of the pointer, nor does the pointer one of a key.
  const letGo = (event: Event) => {
    if (sourceOf(event) === pressedBy) release()
  }
  const options = { capture: true, signal: watch.signal }
  for (const name of ['pointerdown', 'keydown']) document.addEventListener(name, press, options)
  for (const name of ['pointerup', 'pointercancel', 'keyup']) document.addEventListener(name, letGo, options)
  // What the click itself does comes first.
  document.addEventListener('click', () => endAfter(0), options)
  // A key that is held while the window is left comes up in another one. A field that is left by the press ends nothing:
  // its own event is only seen by those who capture it.
  window.addEventListener('blur', release, { signal: watch.signal })
  return () => {
    watch.abort()
    clearTimeout(timer)
  }
}

type PressSource = 'key' | 'pointer'

const sourceOf = (event: Event): PressSource => (event instanceof KeyboardEvent ? 'key' : 'pointer')

/** Only the first button clicks, and no key but the space bar does so as it comes up; in a text it is a letter. */
function mayClick(event: Event) {
  if (event instanceof KeyboardEvent) return event.key === ' ' && !isTyped(event)
  return (event as PointerEvent).button === 0
}

/** Fields that take a space. */
const TEXT = 'textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit])'

const isTyped = ({ target }: Event) => target instanceof Element && target.matches(TEXT)
