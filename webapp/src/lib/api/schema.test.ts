import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, file), 'utf8')

test('the types are those of the OpenAPI document as it is (else: npm run gen)', () => {
  const hash = createHash('sha256').update(read('../../../../gateway/openapi.json')).digest('hex')

  expect(read('schema.d.ts').split('\n')[0]).toContain(hash)
})
