// Finds texts that stand in code and not in a catalogue. Usage: node tools/loose-text.mjs [FOLDER...]
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** Attributes that a reader sees or hears. */
const SPOKEN =
  /^(?:alt|title|placeholder|label|hint|heading|description|message|text|aria-(?:label|description|valuetext|roledescription|placeholder))$/
const WORD = /\p{L}{2}/u
/** A capital and a small letter. */
const NAME = /^\p{Lu}\p{Ll}+/u
/** The same and a second word: no style, key or code looks like this. */
const SENTENCE = /^\p{Lu}[\p{Ll}’']* .*\p{Ll}{2}/u

/** `line: text` of each text that stands in the source of `file`. */
export function looseTexts(file, source) {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const texts = [...nodesOf(program)].flatMap((node) => textsOf[node.type]?.(node) ?? [])
  const placed = ({ start, end }) => `${lineOf(source, start)}: ${onOneLine(source.slice(start, end))}`
  return [...new Set(texts.map(placed))]
}

const onOneLine = (text) => text.trim().replaceAll(/\s+/g, ' ')

const lineOf = (source, place) => source.slice(0, place).split('\n').length

/**
 * A node and all below it, without what nobody reads on a page: imports, comparisons, words of errors and of the console,
 * and what a failed call is called in logs (`RequestOptions`).
 */
function* nodesOf(node) {
  if (isForCode(node)) return
  yield node
  for (const part of Object.values(node).flat()) if (typeof part?.type === 'string') yield* nodesOf(part)
}

const isForCode = ({ type, operator, callee, ...node }) =>
  type === 'ImportDeclaration' ||
  (NAMED.includes(type) && OF_LOGS.test((node.key ?? node.left ?? node.id).name)) ||
  (type === 'BinaryExpression' && operator === '===') ||
  (type === 'NewExpression' && callee.name === 'Error') ||
  (type === 'CallExpression' && callee.object?.name === 'console')

const NAMED = ['Property', 'AssignmentPattern', 'VariableDeclarator']
const OF_LOGS = /^(?:attempt|fallback)$/

const textsOf = {
  JSXText: (node) => (WORD.test(node.value) ? [node] : []),
  JSXAttribute: ({ name, value }) =>
    value?.type === 'Literal' && SPOKEN.test(name.name) && WORD.test(value.value) ? [value] : [],
  JSXExpressionContainer: ({ expression }) => wordsOf(expression),
  Literal: (node) => (SENTENCE.test(String(node.value)) ? [node] : []),
  TemplateLiteral: (node) => (SENTENCE.test(node.quasis.map(({ value }) => value.cooked).join('…')) ? [node] : []),
}

/** Words among the values of an expression between tags: `{isOpen ? 'Close' : 'Open'}`. */
function wordsOf(expression) {
  if (expression.type === 'ConditionalExpression') return [expression.consequent, expression.alternate].flatMap(wordsOf)
  if (expression.type === 'LogicalExpression') return wordsOf(expression.right)
  return expression.type === 'Literal' && NAME.test(String(expression.value)) ? [expression] : []
}

const PRODUCT = /\.tsx?$/
const OTHERS = /\.test\.tsx?$|\.d\.ts$|(?:^|\/)(?:testing|content|messages)\/|(?:default-brand|city-spellings)\.ts$/

/**
 * Files of `root` whose texts belong into catalogues. The documents of content/ are translated as a whole, a brand brings
 * its own texts, and cities are found under the names that several languages have for them.
 */
export const filesWithTexts = (root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => PRODUCT.test(file) && !OTHERS.test(`${path.basename(root)}/${file}`),
  )

function* lines(folder) {
  const files = statSync(folder).isFile() ? [''] : filesWithTexts(folder)
  for (const file of files) {
    const where = path.join(folder, file)
    for (const text of looseTexts(where, readFileSync(where, 'utf8'))) yield `${where}:${text}`
  }
}

if (process.argv[1] === import.meta.filename) {
  for (const folder of process.argv.length > 2 ? process.argv.slice(2) : ['src'])
    for (const line of lines(folder)) console.log(line)
}
