// Writes values as TypeScript and asks the compiler whether they are of the libraries' types.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('..', import.meta.url))
const SETTINGS = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['node'],
    paths: { '@/*': ['../../../../webapp/src/*'] },
  },
  files: ['checked.ts'],
}
/** In lines; the compiler goes on to explain unions at length. */
const LONGEST_MESSAGE = 6
const HEAD = readFileSync(new URL('form.ts', import.meta.url), 'utf8')
const PAGE = readFileSync(new URL('page.ts', import.meta.url), 'utf8')

/**
 * @typedef {{ name: string, type: string, value: unknown }} Claim that `value` is of `type`, every member of it
 */

/**
 * What the compiler finds of all claims together, each fault told once. A member that the type does not know counts too.
 * @param {Claim[]} claims
 * @returns {string[]}
 */
export function faults(claims) {
  const first = new Map()
  for (const { name, text } of found(claims)) if (!first.has(text)) first.set(text, name)
  return [...first].map(([text, name]) => `${name}: ${text}`)
}

/**
 * The same, each fault with the name of its claim.
 * @returns {{ name: string, text: string }[]}
 */
export function found(claims) {
  const checked = source(claims)
  return compiled({ 'checked.ts': checked }).map((error) => explain(error, checked.split('\n')))
}

/**
 * What the compiler finds where the page's part of Stripe's script, as `text` declares it, meets Stripe's own types.
 * @param {string} text
 * @returns {string[]}
 */
export function pageFaults(text) {
  return compiled({ 'checked.ts': PAGE, 'provider-fields.ts': text })
}

/** What the compiler says of `checked.ts` and the files beside it. */
function compiled(files) {
  mkdirSync(join(here, '.generated'), { recursive: true })
  const folder = mkdtempSync(join(here, '.generated/check-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS))
    return compile(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function source(claims) {
  const statements = claims.map(({ name, type, value }) => {
    // A value that is not there must not pass as one that fits.
    const text = value === undefined ? 'undefined' : JSON.stringify(value, null, 1)
    return `//: ${name}\n;(${text}) satisfies ${type}`
  })
  return [HEAD, ...statements].join('\n')
}

function compile(folder) {
  const tsc = join(here, 'node_modules/typescript/bin/tsc')
  const ran = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (ran.error) throw ran.error
  const errors = ran.stdout.split(/^(?=\S+\(\d+,\d+\): error )/m).filter((text) => text.trim())
  if (ran.status !== 0 && errors.length === 0) throw new Error(`the compiler failed: ${ran.stderr}`)
  return errors
}

/** Which claim it is of, the line that is wrong, and what the compiler says of it. */
function explain(error, lines) {
  const [, line, message] = error.match(/\((\d+),\d+\): error (.*)/s) ?? [undefined, '1', error]
  const before = lines.slice(0, Number(line)).reverse()
  const name = before.find((text) => text.startsWith('//: '))?.slice(4) ?? 'head'
  const said = message.trim().split('\n').slice(0, LONGEST_MESSAGE).join('\n')
  return { name, text: `${lines[Number(line) - 1].trim()}\n${said}`.replaceAll(/^(.{300}).*$/gm, '$1...') }
}
