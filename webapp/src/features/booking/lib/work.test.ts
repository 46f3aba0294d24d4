import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { afterEach, expect, test, vi } from 'vitest'
import { solvedWork } from './work'

const secrets = { hmacSignatureSecret: 'a secret', hmacKeySignatureSecret: 'another' }

afterEach(() => vi.restoreAllMocks())

test.each([1, 2, 7])(
  'a challenge whose try %i succeeds is solved, and its solution can be verified',
  async (counter) => {
    const data = { holder: 'somebody' }
    const made = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 10, counter, data, deriveKey, ...secrets })

    const work = await solvedWork(JSON.stringify(made))

    const { challenge, solution } = JSON.parse(atob(work ?? ''))
    expect(challenge).toEqual(made)
    expect(solution.counter).toBe(counter)
    const verified = await verifySolution({ challenge, solution, deriveKey, ...secrets })
    expect(verified.verified).toBe(true)
  },
)

test('a browser that derives no keys solves nothing, and says why', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValue(new Error('not here'))
  const parameters = { algorithm: 'PBKDF2/SHA-256', cost: 1, keyLength: 32, keyPrefix: '00', nonce: '00', salt: '00' }

  expect(await solvedWork(JSON.stringify({ parameters }))).toBeNull()
  expect(await solvedWork('no JSON')).toBeNull()
  expect(warn).toHaveBeenCalledTimes(2)
})
