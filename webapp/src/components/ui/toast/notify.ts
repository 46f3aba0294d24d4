export interface Toast {
  title: string
  description?: string
  type?: 'info' | 'success' | 'warning' | 'error'
  /** What can be done about it at once. */
  action?: { label: string; onClick: () => void }
}

/** There is something to decide. */
const ACTION_DURATION_MS = 60_000

/** Shows a toast in place of the one before. What it says must also stand in the page: toasts go away. */
export async function notify(toast: Toast) {
  const { toaster } = await import('./store')
  // The store alone would queue it behind the visible one.
  toaster.remove()
  toaster.create(toast.action ? { ...toast, duration: ACTION_DURATION_MS } : toast)
}
