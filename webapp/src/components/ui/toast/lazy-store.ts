type Store = typeof import('./store')

let loading: Promise<Store> | null = null

/** The toasts and what draws them, loaded with the first one. */
export function loadStore(): Promise<Store> {
  loading ??= import('./store').catch((error: unknown) => {
    // What could not be fetched now is fetched with the next one.
    loading = null
    throw error
  })
  return loading
}

/** Takes away what is shown: the page has moved on from what it said. */
export async function clearToasts() {
  const store = await loading?.catch(() => null)
  store?.toaster.dismiss()
}
