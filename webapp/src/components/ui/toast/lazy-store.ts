type Store = typeof import('./store')

let loading: Promise<Store> | null = null

/** The toasts and what draws them, loaded with the first one. */
export function loadStore(): Promise<Store> {
  loading ??= import('./store')
  return loading
}

/** Takes away what is shown: the page has moved on from what it said. */
export async function clearToasts() {
  const store = await loading
  store?.toaster.dismiss()
}
