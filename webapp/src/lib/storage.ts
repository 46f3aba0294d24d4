/** What the browser keeps. Private windows and full disks refuse: nothing here throws. */

type Kind = 'localStorage' | 'sessionStorage'

/** As it is kept. */
export function readText(kind: Kind, key: string): string | null {
  try {
    return window[kind].getItem(key)
  } catch {
    return null
  }
}

export function parseStored<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T)
  } catch {
    return null
  }
}

export const readStored = <T>(kind: Kind, key: string) => parseStored<T>(readText(kind, key))

export const store = (kind: Kind, key: string, value: unknown) => storeText(kind, key, JSON.stringify(value))

/** As it is, without the quotes of JSON. */
export function storeText(kind: Kind, key: string, text: string) {
  try {
    window[kind].setItem(key, text)
  } catch (error) {
    console.warn(`Could not save ${key}`, error)
  }
}

export function removeStored(kind: Kind, key: string) {
  try {
    window[kind].removeItem(key)
  } catch {
    // Nothing was kept, so nothing stays.
  }
}
