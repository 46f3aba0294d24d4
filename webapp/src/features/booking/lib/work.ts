import type { Challenge } from 'altcha-lib'

/** Browsers derive keys beside the page, several at a time: nothing freezes, and more than one core works. */
const AT_ONCE = 4

/**
 * The solution of a challenge of the server's, in ALTCHA's protocol: what a robot that tries many cards can't afford.
 * Null where the browser can't do it: it derives no keys on a page without https, or has found nothing in a minute and a
 * half. The library is loaded only here.
 */
export async function solvedWork(challengeText: string): Promise<string | null> {
  try {
    const challenge: Challenge = JSON.parse(challengeText)
    const solution = await solve(challenge)
    return solution && btoa(JSON.stringify({ challenge, solution }))
  } catch (error) {
    console.warn('The check that no robot pays failed:', error)
    return null
  }
}

async function solve(challenge: Challenge) {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const controller = new AbortController()
  const runs = Array.from({ length: AT_ONCE }, (_, counterStart) =>
    solveChallenge({ challenge, controller, counterStart, counterStep: AT_ONCE, deriveKey }),
  )
  try {
    return await Promise.race(runs)
  } finally {
    controller.abort()
  }
}
