// Compiles the catalogues of one language, messages/<locale>/**/*.json, to modules under src/messages: a text becomes a
// constant, a text with values a function of them. A page loads what it says and nothing else, and no parser.
//
// A text is an ICU message (https://unicode-org.github.io/icu/userguide/format_parse/messages): values in braces, plural
// and select, and tags around a part that is shown in an own way. An entry "@key" is a note on "key" for translators.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { moduleOf, requireClear, signature } from './message-module.mjs'
import { inPseudoLocale } from './pseudo-locale.mjs'

const root = path.resolve(import.meta.dirname, '..')
/** The language that the product is written in: it has every message. */
const SOURCE = 'en'
/** English with accents: what a screen shows without them is in no catalogue. */
const PSEUDO = 'pseudo'

/** Writes the modules of `locale` to `out`, which holds nothing else. */
export function writeMessages({
  locale = process.env.LOCALE || SOURCE,
  from = path.join(root, 'messages'),
  out = path.join(root, 'src/messages'),
} = {}) {
  const modules = [
    ['locale', `export const locale = '${locale === PSEUDO ? SOURCE : locale}'\n`],
    ...cataloguesOf(from).map((name) => [name, moduleOf(name, entriesOf(from, name, locale))]),
  ]
  for (const [name, text] of modules) writeIfNew(path.join(out, `${name}.ts`), text)
  const wanted = new Set(modules.map(([name]) => `${name}.ts`))
  for (const file of filesOf(out, '.ts')) if (!wanted.has(file)) rmSync(path.join(out, file), { force: true })
}

const cataloguesOf = (from) => filesOf(path.join(from, SOURCE), '.json').map((file) => file.slice(0, -'.json'.length))

const filesOf = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(ending))
    .sort()

function entriesOf(from, name, locale) {
  const inLocale = (one) => compiled(name, JSON.parse(readFileSync(path.join(from, one, `${name}.json`), 'utf8')))
  const source = inLocale(SOURCE)
  if (locale === SOURCE) return source
  if (locale === PSEUDO) return source.map((entry) => ({ ...entry, parts: inPseudoLocale(entry.parts) }))
  const translated = inLocale(locale)
  requireSame(`${locale}/${name}`, source, translated)
  return translated
}

/** A translation has the messages of the source, each with the same values. */
function requireSame(name, source, translated) {
  const shapes = (entries) => entries.map(({ key, parts }) => `${key}(${signature(parts)})`)
  const [there, here] = [shapes(source), shapes(translated)]
  const missing = there.filter((shape) => !here.includes(shape))
  const unknown = here.filter((shape) => !there.includes(shape))
  if (missing.length + unknown.length > 0) {
    throw new Error(
      `messages/${name}.json lacks [${missing.join('; ')}] and has [${unknown.join('; ')}] beyond the source`,
    )
  }
}

function compiled(name, texts) {
  return Object.entries(texts)
    .filter(([key]) => !key.startsWith('@'))
    .map(([key, text]) => {
      requireName(name, key)
      return { key, note: texts[`@${key}`] ?? text, parts: parsed(name, key, text) }
    })
}

const NAME = /^[a-z][a-zA-Z0-9]*$/
const KEYWORDS =
  /^(?:await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/

function requireName(name, key) {
  if (!NAME.test(key) || KEYWORDS.test(key))
    throw new Error(`messages: "${key}" in ${name}.json can't be a name in code`)
}

function parsed(name, key, text) {
  try {
    const parts = parse(text)
    requireClear(parts)
    return parts
  } catch (error) {
    throw new Error(`messages: "${key}" in ${name}.json is no message: ${error.message}`, { cause: error })
  }
}

/** Watchers see a file only when its text has changed, and nobody sees half of one. */
function writeIfNew(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, file)
}

if (process.argv[1] === import.meta.filename) writeMessages()
