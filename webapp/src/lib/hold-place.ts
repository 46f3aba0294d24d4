import { flushSync } from 'react-dom'

/**
 * Changes the page while a part of it keeps its place in the window. What comes or goes above it would else move it from
 * under the finger that presses it again.
 */
export function holdPlace(part: HTMLElement | null, change: () => void) {
  const top = () => part?.getBoundingClientRect().top ?? 0
  const before = top()
  flushSync(change)
  const moved = top() - before
  if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' })
}
