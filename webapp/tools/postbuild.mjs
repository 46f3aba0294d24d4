// Writes what the gateway needs beside the exported pages:
//   out/routes.json  route -> { title, description } with {brand} in them
//   out/csp.json     HTML file -> the sha256 sources of its inline scripts, for script-src
// gives the framework's inline styles the place of the nonce, which Emotion's have already, and lets a page's scripts
// come after its first frame.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runnerImport } from 'vite'

const out = path.resolve(import.meta.dirname, '../out')
const src = path.resolve(import.meta.dirname, '../src')
const { module } = await runnerImport(path.join(src, 'config/pages.ts'), {
  configFile: false,
  resolve: { alias: { '@': src } },
})
const pages = module.pagesOf('{brand}')

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

/** Asks for scripts once the page that holds it was painted; at once where nobody looks, since nothing is painted then. */
const afterFirstFrame = `(sources => {
  const ask = () => { for (const src of sources) document.head.append(Object.assign(document.createElement('script'), { src, async: true })) }
  document.hidden ? ask() : requestAnimationFrame(() => setTimeout(ask))
})`

/**
 * The same page, whose asynchronous scripts are asked for after its first frame. An exported page is whole without
 * them, and on a phone's connection they would share the line with what the first frame needs, and the processor too.
 */
function paintedFirst(html) {
  const tag = /<script src="([^"]+)"(?: id="[^"]*")? async=""><\/script>/g
  const sources = new Set([...html.matchAll(tag)].map(([, source]) => source))
  if (sources.size === 0) throw new Error('a page without scripts: has the shape of their tags changed?')
  return html
    .replaceAll(tag, '')
    .replaceAll(/<link rel="preload" as="script"[^>]*>/g, '')
    .replace('</body>', () => `<script>${afterFirstFrame}(${JSON.stringify([...sources])})</script></body>`)
}

// Next's own error shell; the gateway serves 404.html.
const routes = files.map(routeOf).filter((route) => route !== '/_not-found')
const missing = routes.filter((route) => !pages[route])
const surplus = Object.keys(pages).filter((route) => !routes.includes(route))
if (missing.length > 0 || surplus.length > 0) {
  throw new Error(`src/config/pages.ts: no entry for [${missing}], no page for [${surplus}]`)
}

for (const file of files.map((name) => path.join(out, name))) {
  const html = readFileSync(file, 'utf8').replaceAll(
    '<style data-precedence',
    '<style nonce="__CSP_NONCE__" data-precedence',
  )
  writeFileSync(file, paintedFirst(html))
}

const policies = Object.fromEntries(
  files.map((file) => [file, inlineScripts(readFileSync(path.join(out, file), 'utf8'))]),
)
writeFileSync(path.join(out, 'routes.json'), `${JSON.stringify(pages, null, 2)}\n`)
writeFileSync(path.join(out, 'csp.json'), `${JSON.stringify(policies, null, 2)}\n`)
console.log(`${files.length} pages, ${new Set(Object.values(policies).flat()).size} inline scripts`)
