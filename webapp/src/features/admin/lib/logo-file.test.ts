// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { readLogo } from './logo-file'

const file = (type: string, size = 8) => new File([new Uint8Array(size)], 'logo', { type })

test('an image becomes a data URL', async () => {
  expect(await readLogo(file('image/png', 3))).toBe('data:image/png;base64,AAAA')
})

test.each([
  ['image/svg+xml', 8, 'Please choose a PNG, JPEG or WebP image.'],
  ['text/html', 8, 'Please choose a PNG, JPEG or WebP image.'],
  ['image/webp', 200_001, 'Please choose an image of up to 200 kB.'],
])('r021 a file of %s with %i bytes is refused', async (type, size, words) => {
  await expect(readLogo(file(type, size))).rejects.toThrow(words)
})
