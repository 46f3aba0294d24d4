const WITHIN_MS = 10_000
const EVERY_MS = 20

/** Looks again until it is there. */
export async function eventually(look) {
  const end = Date.now() + WITHIN_MS
  while (Date.now() < end) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
  throw new Error('it never came')
}

/** The date that many days from now. */
export function inDays(days) {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
