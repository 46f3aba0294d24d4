// Compiles the catalogues of one language, messages/<locale>/**/*.json, to modules under src/messages: a text becomes a
// constant, a text with values a function of them. A page loads what it says and nothing else, and no parser.
//
// A text is an ICU message (https://unicode-org.github.io/icu/userguide/format_parse/messages): values in braces, plural
// and select, and tags around a part that is shown in an own way. An entry "@key" is a note on "key" for translators.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { moduleOf } from './message-module.mjs'
import { requireFlatTags, requireForms, requireOneType, requireSameValues, valuesOf } from './message-values.mjs'
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
    ['locale', localeModule(locale)],
    ...cataloguesOf(from, locale).map((name) => [name, moduleOf(name, entriesOf(from, name, locale))]),
  ]
  for (const [name, text] of modules) writeIfNew(path.join(out, `${name}.ts`), text)
  const wanted = new Set(modules.map(([name]) => `${name}.ts`))
  for (const file of filesOf(out, '.ts')) if (!wanted.has(file)) rmSync(path.join(out, file), { force: true })
}

const localeModule = (locale) => `export const locale = '${locale === PSEUDO ? SOURCE : locale}'
/** The server writes its sentences in the language of the page. */
export const isServersLanguage = ${locale === SOURCE} as boolean
`

/** The catalogues of the source language. A translation has them all, and no other. */
function cataloguesOf(from, locale) {
  const namesIn = (language) =>
    filesOf(path.join(from, language), '.json').map((file) => file.slice(0, -'.json'.length))
  const names = namesIn(SOURCE)
  if (locale === SOURCE || locale === PSEUDO) return names
  if (!existsSync(path.join(from, locale))) throw new Error(`messages/${locale} does not exist`)
  requireSame(`messages/${locale}`, names, namesIn(locale))
  return names
}

const filesOf = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(ending))
    .sort()

function requireSame(place, wanted, given) {
  const missing = wanted.filter((name) => !given.includes(name))
  const unknown = given.filter((name) => !wanted.includes(name))
  if (missing.length + unknown.length > 0)
    throw new Error(`${place} lacks [${missing.join('; ')}] and has [${unknown.join('; ')}] beyond the source`)
}

function entriesOf(from, name, locale) {
  const source = compiled(from, SOURCE, name, requireOneType).map((entry) => ({ ...entry, source: entry.parts }))
  if (locale === SOURCE) return source
  if (locale === PSEUDO) return source.map((entry) => ({ ...entry, parts: inPseudoLocale(entry.parts) }))
  const sources = new Map(source.map(({ key, parts }) => [key, parts]))
  const requireKnown = (parts, key) => sources.has(key) && requireSameValues(sources.get(key), parts)
  const translated = compiled(from, locale, name, requireKnown)
  requireSame(
    `messages/${locale}/${name}.json`,
    source.map(({ key }) => key),
    translated.map(({ key }) => key),
  )
  return translated.map((entry) => ({ ...entry, source: sources.get(entry.key) }))
}

/** The messages of a catalogue in one language, each held to its rules and to `requireMore`. */
function compiled(from, locale, name, requireMore) {
  const texts = JSON.parse(readFileSync(path.join(from, locale, `${name}.json`), 'utf8'))
  return Object.entries(texts)
    .filter(([key]) => !key.startsWith('@'))
    .map(([key, text]) => {
      const place = `messages: "${key}" in ${locale}/${name}.json`
      if (!isName(key)) throw new Error(`${place} can't be a name in code`)
      const rules = (parts) => {
        requireFlatTags(parts)
        requireForms(parts, locale)
        requireMore(parts, key)
      }
      return { key, note: texts[`@${key}`] ?? text, parts: parsed(place, text, rules) }
    })
}

const NAME = /^[a-z][a-zA-Z0-9]*$/
const KEYWORDS =
  /^(?:await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/

const isName = (key) => NAME.test(key) && !KEYWORDS.test(key)

function parsed(place, text, requireRules) {
  try {
    const parts = parse(text)
    for (const name of valuesOf(parts).keys()) if (!isName(name)) throw new Error(`"${name}" can't be a name in code`)
    requireRules(parts)
    return parts
  } catch (error) {
    throw new Error(`${place} is no message: ${error.message}`, { cause: error })
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
