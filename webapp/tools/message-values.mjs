// What a message asks of the code that shows it: its values, and what it does with each.
import { TYPE } from '@formatjs/icu-messageformat-parser'

/** Prints a value, in braces alone. */
const PRINTED = 'printed'
/** Needs a number: plural, selectordinal, and `{count, number}`. */
const COUNTED = 'counted'
/** Chooses by a word. */
const CHOSEN = 'chosen'
const TAG = 'tag'

const TYPES = { [PRINTED]: 'string | number', [COUNTED]: 'number', [TAG]: '(text: string) => ReactNode' }

/** The values of a message by name, each as {uses, options}: a set of the above, and the words that it is chosen by. */
export function valuesOf(parts, found = new Map()) {
  for (const part of parts) {
    const use = purposeOf(part)
    if (use) noteUse(found, part, use)
    for (const inner of innerOf(part)) valuesOf(inner, found)
  }
  return found
}

function noteUse(found, { value, options }, use) {
  const known = found.get(value) ?? { uses: new Set(), options: new Set() }
  known.uses.add(use)
  if (use === CHOSEN) for (const option of Object.keys(options)) known.options.add(option)
  found.set(value, known)
}

function purposeOf({ type, value, style }) {
  if (type === TYPE.argument) return PRINTED
  if (type === TYPE.plural || (type === TYPE.number && !style)) return COUNTED
  if (type === TYPE.select) return CHOSEN
  if (type === TYPE.tag) return TAG
  if (type === TYPE.literal || type === TYPE.pound) return null
  throw new Error(`dates, times and styles of numbers are formatted before they reach a message ("${value}")`)
}

export const innerOf = (part) => [
  ...(part.children ? [part.children] : []),
  ...Object.values(part.options ?? {}).map(({ value }) => value),
]

export const hasTag = (parts) => parts.some((part) => part.type === TYPE.tag || innerOf(part).some(hasTag))

/** The values of a message and their types, as parameters are written. */
export const signature = (values) =>
  [...values]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}: ${typeOf(value)}`)
    .join('; ')

function typeOf({ uses, options }) {
  if (uses.has(CHOSEN)) return optionsType(options)
  return TYPES[[TAG, COUNTED, PRINTED].find((use) => uses.has(use))]
}

const optionsType = (options) =>
  [...options].map((option) => (option === 'other' ? '(string & {})' : `'${option}'`)).join(' | ')

export const takesNumbers = ({ uses }) => uses.has(COUNTED) || !uses.has(CHOSEN)

/** Fails unless each value of a message in the source language is one thing: a number, a word, a tag or what is printed. */
export function requireOneType(parts) {
  for (const [name, { uses }] of valuesOf(parts)) {
    const kinds = uses.size - (uses.has(PRINTED) ? 1 : 0)
    if (kinds > 1 || (uses.has(TAG) && uses.has(PRINTED)))
      throw new Error(`"${name}" stands for a value and for a tag, or for two kinds of values`)
  }
}

/** Fails where the code that shows a translation does not give what it needs. The code is written for the source. */
export function requireSameValues(source, parts) {
  const [given, needed] = [valuesOf(source), valuesOf(parts)]
  const lacking = [...given.keys()].filter((name) => !needed.has(name))
  const unknown = [...needed.keys()].filter((name) => !given.has(name))
  if (lacking.length > 0) throw new Error(`it lacks ${listed(lacking)}`)
  if (unknown.length > 0) throw new Error(`the source has no ${listed(unknown)}`)
  for (const [name, value] of needed) requireGiven(name, given.get(name), value)
}

const listed = (names) => names.map((name) => `"${name}"`).join(', ')

function requireGiven(name, given, needed) {
  if (given.uses.has(TAG) !== needed.uses.has(TAG) || (needed.uses.has(TAG) && needed.uses.size > 1))
    throw new Error(`"${name}" is a tag in one language and a value in the other`)
  if (needed.uses.has(COUNTED) && !given.uses.has(COUNTED))
    throw new Error(`"${name}" must be a number: write {${name}, number} in the source if it is one`)
  const unknown = [...needed.options].filter((option) => option !== 'other' && !given.options.has(option))
  if (given.uses.has(CHOSEN) && unknown.length > 0)
    throw new Error(`"${name}" is never ${listed(unknown)}: options are not translated`)
}

/** Fails on a tag within a tag: the inner one would be printed as a text. */
export function requireFlatTags(parts, around = null) {
  for (const part of parts) {
    const isTag = part.type === TYPE.tag
    if (isTag && around) throw new Error(`<${part.value}> stands within <${around}>`)
    for (const inner of innerOf(part)) requireFlatTags(inner, isTag ? part.value : around)
  }
}

/** Fails unless each count has the forms that the language has, and no other. */
export function requireForms(parts, locale) {
  for (const part of parts) {
    if (part.type === TYPE.plural) requireFormsOf(part, locale)
    for (const inner of innerOf(part)) requireForms(inner, locale)
  }
}

function requireFormsOf({ value, options, pluralType, offset }, locale) {
  if (offset) throw new Error(`an offset ("${value}") is not supported`)
  const rules = new Intl.PluralRules(locale, { type: pluralType })
  const known = rules.resolvedOptions().pluralCategories
  const given = Object.keys(options).filter((form) => !form.startsWith('='))
  const missing = known.filter((form) => !given.includes(form) && !isReplaced(form, rules, options))
  const unknown = given.filter((form) => !known.includes(form))
  if (missing.length > 0) throw new Error(`"${value}" lacks the form ${listed(missing)} of the language "${locale}"`)
  if (unknown.length > 0) throw new Error(`the language "${locale}" has no form ${listed(unknown)} ("${value}")`)
}

/** Far enough for each form that only single numbers take: English "one" is 1 alone. */
const COUNTS = [...Array(1_000).keys()]

/** Each number that takes the form has an exact form (`=1`) instead. */
function isReplaced(form, rules, options) {
  const counts = COUNTS.filter((count) => rules.select(count) === form)
  return counts.length > 0 && counts.every((count) => `=${count}` in options)
}
