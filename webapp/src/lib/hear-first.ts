let first: ((event: PopStateEvent) => void) | null = null

/**
 * Hears of Back before the page and the router do. The window's listeners run in the order in which they came: in
 * Chromium `capture` changes nothing.
 */
export const hearFirst = (listener: typeof first) => {
  first = listener
}

if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => first?.(event), true)
