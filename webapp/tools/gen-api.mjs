// Writes src/lib/api/schema.d.ts, or the file that is named, from the gateway's OpenAPI document, with the document's
// hash in its first line: src/lib/api/schema.test.ts fails once the two differ.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const document = path.resolve(import.meta.dirname, '../../gateway/openapi.json')
const types = process.argv[2] ?? path.resolve(import.meta.dirname, '../src/lib/api/schema.d.ts')

// The generator needs the compiler's JavaScript API, which TypeScript 7 no longer has.
const packages = ['-p', 'typescript@5.9.3', '-p', 'openapi-typescript@7.13.0']
const text = execFileSync('npx', ['-y', ...packages, 'openapi-typescript', document], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
})

const hash = createHash('sha256').update(readFileSync(document)).digest('hex')
writeFileSync(types, `// From gateway/openapi.json, sha256 ${hash}.\n${text}`)
