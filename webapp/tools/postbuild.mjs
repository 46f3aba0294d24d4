// Writes what the gateway needs beside the exported pages:
//   out/routes.json  route -> { title, description } with {brand} in them
//   out/csp.json     HTML file -> the sha256 sources of its inline scripts, for script-src
// and gives the framework's inline styles the place of the nonce, which Emotion's have already.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const out = path.resolve(import.meta.dirname, '../out')
const pages = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../src/config/pages.json'), 'utf8'))

const files = readdirSync(out, { recursive: true })
  .filter((file) => file.endsWith('.html'))
  .sort()

/** flight/_.html -> /flight/[id] */
function routeOf(file) {
  if (file === 'index.html') return '/'
  return `/${file.replace(/\.html$/, '').replace(/(^|\/)_$/, '$1[id]')}`
}

function inlineScripts(html) {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)
  const executed = [...scripts].filter(([, attributes]) => !/type="application\//.test(attributes))
  const hashes = executed.map(([, , text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return [...new Set(hashes)]
}

// Next's own error shell; the gateway serves 404.html.
const routes = files.map(routeOf).filter((route) => route !== '/_not-found')
const missing = routes.filter((route) => !pages[route])
const surplus = Object.keys(pages).filter((route) => !routes.includes(route))
if (missing.length > 0 || surplus.length > 0) {
  throw new Error(`src/config/pages.json: no entry for [${missing}], no page for [${surplus}]`)
}

for (const file of files.map((name) => path.join(out, name))) {
  const html = readFileSync(file, 'utf8')
  writeFileSync(file, html.replaceAll('<style data-precedence', '<style nonce="__CSP_NONCE__" data-precedence'))
}

const policies = Object.fromEntries(
  files.map((file) => [file, inlineScripts(readFileSync(path.join(out, file), 'utf8'))]),
)
writeFileSync(path.join(out, 'routes.json'), `${JSON.stringify(pages, null, 2)}\n`)
writeFileSync(path.join(out, 'csp.json'), `${JSON.stringify(policies, null, 2)}\n`)
console.log(`${files.length} pages, ${new Set(Object.values(policies).flat()).size} inline scripts`)
