import { TYPE } from '@formatjs/icu-messageformat-parser'
import { hasTag, signature, takesNumbers, valuesOf } from './message-values.mjs'

/** Under names that no message and no value of one can have. */
const HELPERS = ['number', 'ordinal', 'plural', 'rich']

/**
 * The module of a catalogue's entries: {key, note, source, parts}, where parts is what the parser made of the text, and
 * source what it made of the text in the language that the code is written for: its values are those of the function.
 */
export function moduleOf(name, entries) {
  const body = entries.map(exportOf).join('')
  const helpers = HELPERS.filter((helper) => body.includes(`$${helper}(`)).map((helper) => `${helper} as $${helper}`)
  const needs = [
    ...(body.includes('ReactNode') ? [`import type { ReactNode } from 'react'\n`] : []),
    ...(helpers.length > 0 ? [`import { ${helpers.join(', ')} } from '@/lib/messages'\n`] : []),
  ]
  return `// From the catalogue ${name}.json: change it there.\n${needs.join('')}${body}`
}

function exportOf({ key, note, source, parts }) {
  const values = valuesOf(source)
  const comment = `/** ${note.replaceAll('*/', '*\u200b/').replaceAll('\n', ' ')} */\n`
  if (values.size === 0) return `${comment}export const ${key} = ${textOf(parts, { values })}\n`
  const names = [...values.keys()].join(', ')
  const body = hasTag(source) ? richOf(parts, { values }) : textOf(parts, { values })
  return `${comment}export const ${key} = ({ ${names} }: { ${signature(values)} }) => ${body}\n`
}

/** A template literal of parts without tags. `context` has the values of the message, and what `#` stands for. */
const textOf = (parts, context) =>
  parts.every((part) => part.type === TYPE.literal)
    ? JSON.stringify(parts.map(({ value }) => value).join(''))
    : `\`${parts.map((part) => inTemplate(part, context)).join('')}\``

const inTemplate = (part, context) =>
  part.type === TYPE.literal ? part.value.replace(/[\\`$]/g, '\\$&') : `\${${expressionOf(part, context, textOf)}}`

/** The parts of a message as nodes of a page, one after another. */
const richOf = (parts, context) =>
  `$rich(${parts.map((part) => (part.type === TYPE.literal ? JSON.stringify(part.value) : expressionOf(part, context, richOf))).join(', ')})`

function expressionOf(part, context, formOf) {
  if (part.type === TYPE.argument) return part.value
  if (part.type === TYPE.number) return `$number(${part.value})`
  if (part.type === TYPE.pound) return `$number(${context.counted})`
  if (part.type === TYPE.tag) return `${part.value}(${textOf(part.children, context)})`
  return part.type === TYPE.plural ? pluralOf(part, context, formOf) : selectOf(part, context, formOf)
}

function pluralOf({ value, options, pluralType }, context, formOf) {
  const inner = ({ value: parts }) => formOf(parts, { ...context, counted: value })
  const exact = Object.entries(options).filter(([form]) => form.startsWith('='))
  const forms = Object.entries(options).filter(([form]) => !form.startsWith('='))
  const rule = pluralType === 'ordinal' ? '$ordinal' : '$plural'
  const general = `${rule}(${value}, { ${forms.map(([form, option]) => `${form}: ${inner(option)}`).join(', ')} })`
  return exact.reduceRight(
    (rest, [form, option]) => `(${value} === ${form.slice(1)} ? ${inner(option)} : ${rest})`,
    general,
  )
}

function selectOf({ value, options }, context, formOf) {
  const chosen = takesNumbers(context.values.get(value)) ? `String(${value})` : value
  const cases = Object.entries(options).filter(([option]) => option !== 'other')
  return cases.reduceRight(
    (rest, [option, inner]) => `(${chosen} === '${option}' ? ${formOf(inner.value, context)} : ${rest})`,
    formOf(options.other.value, context),
  )
}
