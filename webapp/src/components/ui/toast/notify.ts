import { loadStore } from './lazy-store'

export interface Toast {
  title: string
  description?: string
  type?: 'info' | 'success' | 'warning' | 'error'
}

/** What went well needs less reading than what did not. */
const SUCCESS_MS = 4_000
const OTHER_MS = 6_000

/** Shows a toast in place of the one before. What it says must also stand in the page: toasts go away. */
export async function notify(toast: Toast) {
  const store = await loadStore().catch((error: unknown) => console.warn('Toasts could not be loaded', error))
  if (!store) return
  const { toaster, placeToasts } = store
  // The store alone would queue it behind the visible one.
  toaster.remove()
  placeToasts()
  toaster.create({ ...toast, duration: toast.type === 'success' ? SUCCESS_MS : OTHER_MS })
}
