import { encode } from 'uqr'

/** The key in an authenticator's address, in groups that are easy to type. */
export const keyOf = (uri: string) => (new URL(uri).searchParams.get('secret') ?? '').replace(/(.{4})(?=.)/g, '$1 ')

/** A text as a QR code: how many squares a side has, quiet zone included, and the dark ones as an SVG path. */
export function qrCodeOf(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const rows = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
  return { size, path: rows.join('') }
}
