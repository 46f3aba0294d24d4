const KEY = /^[a-z0-9][a-z0-9.-]{0,252}$/
const LOCAL = /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])$/

/** The `?brand=` of this address; only a local or numeric host names its brand this way. */
export function brandParam(location: Pick<Location, 'hostname' | 'search'> | null = currentLocation()): string | null {
  if (!location || !LOCAL.test(location.hostname)) return null
  const key = new URLSearchParams(location.search).get('brand')?.toLowerCase() ?? ''
  return KEY.test(key) ? key : null
}

/** The gateway decides which brand a page belongs to and writes its key into the head. */
export function pageBrandKey(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=brand]')?.content
  return meta || brandParam() || 'default'
}

/** The version that the gateway dressed the page in; 1 is the brand as it was seeded, 0 one that nobody told. */
export function pageBrandVersion(): number {
  return Number(document.querySelector<HTMLMetaElement>('meta[name=brand]')?.dataset.version ?? 0)
}

const currentLocation = () => (typeof window === 'undefined' ? null : window.location)
