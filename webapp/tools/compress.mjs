// Writes a Brotli form (RFC 7932) beside each text file of the export: app.js -> app.js.br. The gateway sends it to
// browsers that read it. Pages have none: the gateway writes a brand and a nonce into each.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const out = path.resolve(import.meta.dirname, '../out')
/** Below this the form is not worth a file. */
const WORTH_COMPRESSING = 1_024
const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/
/** Read by the gateway alone. */
const NOT_SERVED = new Set(['routes.json', 'csp.json'])

const compress = promisify(brotliCompress)

async function writeForm(file) {
  const plain = readFileSync(file)
  if (plain.length < WORTH_COMPRESSING) return
  const smaller = await compress(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
  if (smaller.length < plain.length) writeFileSync(`${file}.br`, smaller)
}

const texts = readdirSync(out, { recursive: true }).filter((file) => TEXT.test(file) && !NOT_SERVED.has(file))
await Promise.all(texts.map((file) => writeForm(path.join(out, file))))
