import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { filesWithTexts, looseTexts } from '../tools/loose-text.mjs'

const root = path.resolve(import.meta.dirname)

test('every text stands in a catalogue', () => {
  const loose = filesWithTexts(root).flatMap((file) =>
    looseTexts(file, readFileSync(path.join(root, file), 'utf8')).map((text) => `${file}:${text}`),
  )

  expect(loose).toEqual([])
})

/** The messages that a source uses: `catalogue.key`. */
function messagesOf(file: string) {
  const source = readFileSync(path.join(root, file), 'utf8')
  return [...source.matchAll(/import \* as (\w+) from '@\/messages\/([^']+)'/g)].flatMap(([, name, catalogue]) =>
    [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, key]) => `${catalogue}.${key}`),
  )
}

test('every message is used', () => {
  const catalogues = readdirSync(path.join(root, '../messages/en'), { recursive: true, encoding: 'utf8' })
  const used = new Set(filesWithTexts(root).flatMap(messagesOf))
  const messages = catalogues
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const entries = JSON.parse(readFileSync(path.join(root, '../messages/en', file), 'utf8'))
      return Object.keys(entries).map((key) => `${file.replace('.json', '')}.${key}`)
    })

  expect(messages.filter((message) => !message.includes('@') && !used.has(message))).toEqual([])
})

test.each([
  ['text between tags', '<p>Pay now</p>', '1: Pay now'],
  ['text beside a value', '<p>{count} bags</p>', '1: bags'],
  ['an attribute that is read aloud', '<button aria-label="Close" />', '1: "Close"'],
  ['one of two words', "<p>{isOpen ? words.close : 'Open'}</p>", "1: 'Open'"],
  ['a sentence in code', "const text = 'Nothing was charged.'", "1: 'Nothing was charged.'"],
  ['a sentence with a value', `const text = \`Pay \${amount} now\``, '1: `Pay $\u007bamount} now`'],
])('%s is found', (_, source, found) => {
  expect(looseTexts('page.tsx', source)).toEqual([found])
})

test.each([
  ['a message', '<p>{words.pay({ amount })}</p>'],
  ['a style', "const base = { border: '1px solid {colors.line}', display: 'grid' }"],
  ['a key', '<Icon name="phone" onKey={key === \'Escape\'} />'],
  ['what a developer reads', "throw new Error('Used outside of a BrandProvider')"],
  ['what stands in the console', "console.warn('Log out failed', error)"],
  [
    'what a failed call is called in logs',
    "request(path, { attempt: 'Unable to search', fallback: 'Please try again' })",
  ],
  [
    'the same, as a constant or by default',
    "const attempt = 'Unable to search'; f((fallback = 'Try again') => fallback)",
  ],
])('%s is none', (_, source) => {
  expect(looseTexts('page.tsx', source)).toEqual([])
})
