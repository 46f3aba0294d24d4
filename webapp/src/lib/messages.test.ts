import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeMessages } from '../../tools/messages.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(import.meta.dirname, '../../.messages/test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Message = (values: object) => string

/** The module of a catalogue with these texts. */
async function compiled(texts: Record<string, string>, locale = 'en', translated?: Record<string, string>) {
  for (const [language, entries] of Object.entries({ en: texts, [locale]: translated ?? texts })) {
    mkdirSync(path.join(folder, language), { recursive: true })
    writeFileSync(path.join(folder, language, 'page.json'), JSON.stringify(entries))
  }
  writeMessages({ locale, from: folder, out: path.join(folder, 'out') })
  return import(path.join(folder, 'out/page.ts'))
}

test('a text is a constant, as it was written', async () => {
  const { simple } = await compiled({ simple: 'It\'s `so` "simple": \\ $1 – “yes”' })

  expect(simple).toBe('It\'s `so` "simple": \\ $1 – “yes”')
})

test.each([
  [0, 'no bag for her'],
  [1, '1 bag for her'],
  [1_200, '1,200 bags for her'],
])('values, counts, exact counts and choices: %i', async (count, said) => {
  const words = await compiled({
    bags: '{count, plural, =0 {no bag} one {# bag} other {# bags}} for {who, select, f {her} other {{who}}}',
  })

  expect((words.bags as Message)({ count, who: 'f' })).toBe(said)
})

test('places have forms of their own', async () => {
  const words = await compiled({ leg: '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} flight' })

  expect([1, 2, 3, 4, 21].map((n) => (words.leg as Message)({ n }))).toEqual(
    ['1st', '2nd', '3rd', '4th', '21st'].map((place) => `${place} flight`),
  )
})

test('a part between tags is shown in its own way, within the sentence and within a plural form', async () => {
  const words = await compiled({
    accept: '{n, plural, one {Read <link>the rule of {name}</link>.} other {Read # rules.}}',
  })
  const link = (text: string) => createElement('a', { href: '/rules' }, text)

  const shown = renderToStaticMarkup((words.accept as Message)({ n: 1, name: 'Onyx', link }))
  expect(shown).toBe('Read <a href="/rules">the rule of Onyx</a>.')
  expect(renderToStaticMarkup((words.accept as Message)({ n: 2, name: 'Onyx', link }))).toBe('Read 2 rules.')
})

test('the pseudo-locale changes every letter that is a text, and no value', async () => {
  const words = await compiled({ pay: 'Pay {amount} now, {n, plural, one {once} other {# times}}' }, 'pseudo')

  const said = (words.pay as Message)({ amount: 'USD 12', n: 3 })
  expect(said).toContain('USD 12')
  expect(said.replace('USD 12', '')).not.toMatch(/[a-z]/i)
})

test('another language brings its own words in its own order', async () => {
  const words = await compiled({ of: '{part} of {all}' }, 'de', { of: 'Von {all}: {part}' })

  expect((words.of as Message)({ part: 1, all: 2 })).toBe('Von 2: 1')
})

test.each([
  ['a message that is missing', {}],
  ['a message that nobody shows', { pay: 'Zahlen {amount}', more: 'Mehr' }],
  ['a value that is missing', { pay: 'Zahlen' }],
  ['a value that is not given', { pay: 'Zahlen {sum} {amount}' }],
])('a translation with %s is refused', async (_, translated) => {
  await expect(compiled({ pay: 'Pay {amount}' }, 'de', translated)).rejects.toThrow('messages/de/page.json lacks')
})

test.each([
  ['a key that is no name', { 'pay-now': 'Pay' }, '"pay-now" in page.json'],
  ['a keyword', { delete: 'Delete' }, '"delete" in page.json'],
  ['a text that does not parse', { pay: 'Pay {' }, '"pay" in page.json is no message'],
  ['a date that the message would format', { on: 'On {day, date}' }, 'formatted before they reach a message ("day")'],
  ['a name for a value and a tag', { terms: '<terms>{terms}</terms>' }, '"terms" stands for a value and for a tag'],
])('%s is refused', async (_, texts, said) => {
  await expect(compiled(texts)).rejects.toThrow(said)
})
