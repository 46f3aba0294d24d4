import { expect, test } from 'vitest'
import { keyOf, qrCodeOf } from './authenticator'

const URI = 'otpauth://totp/book.example:admin?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=book.example'

test('the key to type by hand is the secret of the address, in groups of four', () => {
  expect(keyOf(URI)).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')
})

test('the drawing of an address has the three marks of a QR code, and nothing at its edge', () => {
  const { size, path } = qrCodeOf(URI)
  const dark = new Set(path.match(/\d+ \d+/g))
  const isDark = (x: number, y: number) => dark.has(`${x} ${y}`)
  const corners = [4, size - 5].flatMap((y) => [4, size - 5].map((x) => isDark(x, y)))

  // The fourth corner has no mark; whether it is dark says nothing.
  expect(corners.slice(0, 3)).toEqual([true, true, true])
  // Version 1 has 21 squares a side, each further one 4 more; 4 of quiet on either side.
  expect((size - 8 - 21) % 4).toBe(0)
  for (const at of [...Array(size).keys()]) {
    expect([isDark(at, 0), isDark(0, at), isDark(at, 3), isDark(3, at)]).toEqual([false, false, false, false])
  }
})
