import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeMessages } from '../../tools/messages.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(import.meta.dirname, '../../.messages/test-'))
})
afterEach(() => {
  vi.doUnmock('@/messages/locale')
  vi.resetModules()
  rmSync(folder, { recursive: true })
})

type Message = (values: object) => string

type Texts = Record<string, string>

function writeFiles(files: Record<string, Texts>) {
  for (const [name, entries] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), JSON.stringify(entries))
  }
}

/** The module of a catalogue with these texts. */
async function compiled(texts: Texts, locale = 'en', translated: Texts | undefined = texts, others = {}) {
  writeFiles({ 'en/page.json': texts, [`${locale}/page.json`]: translated, ...others })
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

const bags = '{count, plural, one {# bag} other {# bags}}'

test.each([
  ['is plain where English has a plural', bags, 'Gepäck: {count}', 'Gepäck: 2'],
  ['prints the number alone', bags, 'Gepäck: {count, number}', 'Gepäck: 2'],
  ['has a plural where English prints the number', '{count, number} in all', bags, '2 bags'],
  ['chooses by the number', bags, '{count, select, 2 {ein Paar} other {mehr}}', 'ein Paar'],
  ['counts and chooses', bags, `${bags}, {count, select, 2 {ein Paar} other {mehr}}`, '2 bags, ein Paar'],
  ['has an exact number in the place of a form', bags, '{count, plural, =1 {one} other {#}}', '2'],
])('a translation may be one that %s', async (_, english, german, said) => {
  const words = await compiled({ bags: english }, 'de', { bags: german })

  expect((words.bags as Message)({ count: 2 })).toBe(said)
})

test('a translation has the forms of its own language', async () => {
  const polish = '{count, plural, one {# torba} few {# torby} many {# toreb} other {# torby}}'
  vi.resetModules()
  vi.doMock('@/messages/locale', () => ({ locale: 'pl' }))
  const words = await compiled({ bags }, 'pl', { bags: polish })

  expect([1, 2, 5].map((count) => (words.bags as Message)({ count }))).toEqual(['1 torba', '2 torby', '5 toreb'])
})

test('a choice may be fewer words than in English, or none', async () => {
  const english = '{kind, select, voucher {a voucher} credit {credit} other {money}}'
  const words = await compiled({ give: english }, 'de', { give: '{kind, select, voucher {Gutschein} other {Geld}}' })

  expect((words.give as Message)({ kind: 'voucher' })).toBe('Gutschein')
})

test('a translation that lacks a message is refused', async () => {
  await expect(compiled({ pay: 'Pay' }, 'de', {})).rejects.toThrow('de/page.json lacks [pay]')
})

test('a translation that lacks a catalogue is refused', async () => {
  const more = { 'en/more.json': { fly: 'Fly' } }
  await expect(compiled({ pay: 'Pay' }, 'de', { pay: 'Zahlen' }, more)).rejects.toThrow('messages/de lacks [more]')
})

test.each([
  ['a message', { pay: 'Zahlen', more: 'Mehr' }, {}, 'de/page.json lacks [] and has [more]'],
  ['a catalogue', { pay: 'Zahlen' }, { 'de/old.json': {} }, 'messages/de lacks [] and has [old]'],
])('a translation with %s that nobody shows is refused', async (_, page, others, said) => {
  await expect(compiled({ pay: 'Pay' }, 'de', page, others)).rejects.toThrow(said)
})

test('a language that is not there is refused', async () => {
  writeFiles({ 'en/page.json': { pay: 'Pay' } })
  expect(() => writeMessages({ locale: 'de', from: folder, out: path.join(folder, 'out') })).toThrow(
    'messages/de does not exist',
  )
})

const GIVES = '{kind, select, voucher {a voucher} other {credit}}'

test.each([
  ['a value that is missing', 'Pay {amount}', 'Zahlen', 'it lacks "amount"'],
  ['a value that is not given', 'Pay {amount}', 'Zahlen {sum} {amount}', 'the source has no "sum"'],
  ['a tag that is missing', '<b>Pay</b>', 'Zahlen', 'it lacks "b"'],
  ['a tag that is not given', 'Pay', '<b>Zahlen</b>', 'the source has no "b"'],
  ['a value in the place of a tag', '<b>Pay</b>', 'Zahlen {b}', '"b" is a tag in one language'],
  ['a tag within a tag', '<a>Pay</a> <b>now</b>', '<a>Jetzt <b>zahlen</b></a>', '<b> stands within <a>'],
  ['a plural of what is no number', '{count} bags', bags, '"count" must be a number: write {count, number}'],
  ['a plural of a word', GIVES, '{kind, plural, one {#} other {#}}', '"kind" must be a number'],
  [
    'a translated option',
    GIVES,
    '{kind, select, gutschein {Gutschein} other {Guthaben}}',
    '"kind" is never "gutschein"',
  ],
  ['a form too few', bags, '{count, plural, other {# Stück}}', 'lacks the form "one" of the language "de"'],
  ['a form too many', bags, '{count, plural, one {#} few {#} other {#}}', '"de" has no form "few"'],
  [
    'a place without its form',
    '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
    '{n, selectordinal, one {#.} other {#.}}',
    '"de" has no form "one"',
  ],
])('a translation with %s is refused', async (_, english, german, said) => {
  await expect(compiled({ text: english }, 'de', { text: german })).rejects.toThrow(
    new RegExp(`"text" in de/page.json .*${literally(said)}`),
  )
})

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

test.each([
  ['a key that is no name', { 'pay-now': 'Pay' }, '"pay-now" in en/page.json'],
  ['a keyword', { delete: 'Delete' }, '"delete" in en/page.json'],
  ['a value that is a keyword', { fly: 'Fly {class}' }, '"class" can\'t be a name in code'],
  ['a text that does not parse', { pay: 'Pay {' }, '"pay" in en/page.json is no message'],
  ['a date that the message would format', { on: 'On {day, date}' }, 'formatted before they reach a message ("day")'],
  ['a style of a number', { pay: 'Pay {sum, number, percent}' }, 'formatted before they reach a message ("sum")'],
  ['a name for a value and a tag', { terms: '<terms>{terms}</terms>' }, '"terms" stands for a value and for a tag'],
  ['a form that English has and the text has not', { bags: '{n, plural, other {# bags}}' }, 'lacks the form "one"'],
])('%s is refused', async (_, texts, said) => {
  await expect(compiled(texts)).rejects.toThrow(said)
})

test('a value may be called like a helper', async () => {
  const words = await compiled({ number: '{number, plural, one {# seat} other {# seats}}' })

  expect((words.number as Message)({ number: 1_200 })).toBe('1,200 seats')
})

test('of one language nothing is written anew while its texts stay', async () => {
  await compiled({ pay: 'Pay' })
  const file = path.join(folder, 'out/page.ts')
  utimesSync(file, 1, 1)
  await compiled({ pay: 'Pay' })

  expect(statSync(file).mtimeMs).toBe(1_000)
})
