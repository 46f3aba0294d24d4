import { TYPE } from '@formatjs/icu-messageformat-parser'

/** The module of a catalogue's entries: {key, note, parts}, where parts is what the parser made of the text. */
export function moduleOf(name, entries) {
  const body = entries.map(exportOf).join('')
  const helpers = ['number', 'ordinal', 'plural', 'rich'].filter((helper) => body.includes(`${helper}(`))
  const needs = [
    ...(body.includes('ReactNode') ? [`import type { ReactNode } from 'react'\n`] : []),
    ...(helpers.length > 0 ? [`import { ${helpers.join(', ')} } from '@/lib/messages'\n`] : []),
  ]
  return `// From the catalogue ${name}.json: change it there.\n${needs.join('')}${body}`
}

function exportOf({ key, note, parts }) {
  const values = valuesOf(parts)
  const comment = `/** ${note.replaceAll('*/', '*\u200b/').replaceAll('\n', ' ')} */\n`
  if (values.size === 0) return `${comment}export const ${key} = ${textOf(parts)}\n`
  const names = [...values.keys()].join(', ')
  const body = hasTag(parts) ? richOf(parts) : textOf(parts)
  return `${comment}export const ${key} = ({ ${names} }: { ${signature(parts)} }) => ${body}\n`
}

/** Fails unless every value of a message is one thing. */
export const requireClear = (parts) => void valuesOf(parts)

/** The values of a message and their types, as parameters are written. */
export const signature = (parts) =>
  [...valuesOf(parts)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, type]) => `${name}: ${type}`)
    .join('; ')

const PRINTED = 'string | number'
const AROUND = '(text: string) => ReactNode'

/** The values that a message needs, by name, each with its type. */
function valuesOf(parts, found = new Map()) {
  for (const part of parts) {
    const type = typeOf(part)
    if (type) found.set(part.value, agreed(part.value, found.get(part.value) ?? type, type))
    for (const inner of innerOf(part)) valuesOf(inner, found)
  }
  return found
}

/** A value that decides a form can be printed as well; all else is one thing. */
function agreed(name, one, other) {
  if (one === other) return one
  const narrow = one === PRINTED ? other : one
  if (narrow === AROUND || ![one, other].includes(PRINTED))
    throw new Error(`"${name}" stands for a value and for a tag, or for two kinds of values`)
  return narrow
}

function typeOf(part) {
  if (part.type === TYPE.argument) return PRINTED
  if (part.type === TYPE.plural) return 'number'
  if (part.type === TYPE.tag) return AROUND
  if (part.type === TYPE.select) return selectionOf(part)
  if (part.type === TYPE.literal || part.type === TYPE.pound) return null
  throw new Error(`dates, times and numbers are formatted before they reach a message ("${part.value}")`)
}

const selectionOf = ({ options }) =>
  Object.keys(options)
    .map((option) => (option === 'other' ? '(string & {})' : `'${option}'`))
    .join(' | ')

const innerOf = (part) => [
  ...(part.children ? [part.children] : []),
  ...Object.values(part.options ?? {}).map(({ value }) => value),
]

const hasTag = (parts) => parts.some((part) => part.type === TYPE.tag || innerOf(part).some(hasTag))

/** A template literal of parts without tags. */
const textOf = (parts, counted) =>
  parts.every((part) => part.type === TYPE.literal)
    ? JSON.stringify(parts.map(({ value }) => value).join(''))
    : `\`${parts.map((part) => inTemplate(part, counted)).join('')}\``

const inTemplate = (part, counted) =>
  part.type === TYPE.literal ? part.value.replace(/[\\`$]/g, '\\$&') : `\${${expressionOf(part, counted, textOf)}}`

/** The parts of a message as nodes of a page, one after another. */
const richOf = (parts, counted) =>
  `rich(${parts.map((part) => (part.type === TYPE.literal ? JSON.stringify(part.value) : expressionOf(part, counted, richOf))).join(', ')})`

function expressionOf(part, counted, formOf) {
  if (part.type === TYPE.argument) return part.value
  if (part.type === TYPE.pound) return `number(${counted})`
  if (part.type === TYPE.tag) return `${part.value}(${textOf(part.children, counted)})`
  return part.type === TYPE.plural ? pluralOf(part, formOf) : selectOf(part, counted, formOf)
}

function pluralOf({ value, options, pluralType, offset }, formOf) {
  if (offset) throw new Error(`an offset ("${value}") is not supported`)
  const exact = Object.entries(options).filter(([form]) => form.startsWith('='))
  const forms = Object.entries(options).filter(([form]) => !form.startsWith('='))
  const rule = pluralType === 'ordinal' ? 'ordinal' : 'plural'
  const general = `${rule}(${value}, { ${forms.map(([form, inner]) => `${form}: ${formOf(inner.value, value)}`).join(', ')} })`
  return exact.reduceRight(
    (rest, [form, inner]) => `(${value} === ${form.slice(1)} ? ${formOf(inner.value, value)} : ${rest})`,
    general,
  )
}

function selectOf({ value, options }, counted, formOf) {
  const cases = Object.entries(options).filter(([option]) => option !== 'other')
  return cases.reduceRight(
    (rest, [option, inner]) => `(${value} === '${option}' ? ${formOf(inner.value, counted)} : ${rest})`,
    formOf(options.other.value, counted),
  )
}
