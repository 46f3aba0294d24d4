/** Longer than a browser takes to begin saving. */
const KEPT_MS = 60_000

/** Has the browser save a value as a JSON file that people can read. */
export function saveAsJson(name: string, value: unknown) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
