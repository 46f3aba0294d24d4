import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname)

/** Folders from the ground up: each may use those before it, and `features/x` only itself among features. */
const layers = ['messages', 'config', 'content', 'lib', 'theme', 'providers', 'components', 'features', 'app']
/** The API types are words that every layer may use; so is what the compiled catalogues call. */
const vocabulary = ['@/lib/api/types', '@/lib/api/schema', '@/lib/messages']

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith('.d.ts') && file.includes('/'),
)

const importsOf = (file: string) =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(/from '(@\/[^']+)'|import\('(@\/[^']+)'\)/g)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((target) => !vocabulary.includes(target))

function isAllowed(file: string, target: string) {
  const [layer = '', feature] = file.split('/')
  const [targetLayer = '', targetFeature] = target.replace('@/', '').split('/')
  if (layer === 'testing') return true
  if (layers.indexOf(targetLayer) > layers.indexOf(layer)) return false
  return !(layer === 'features' && targetLayer === 'features' && targetFeature !== feature)
}

test('imports go one way, and no feature knows another', () => {
  const wrong = sources.flatMap((file) =>
    importsOf(file)
      .filter((target) => !isAllowed(file, target))
      .map((target) => `${file} -> ${target}`),
  )

  expect(wrong).toEqual([])
})

test('no component knows a colour: hex values stand in the theme alone', () => {
  const allowed = /^(theme|config)\//
  const withHex = sources.filter(
    (file) =>
      !allowed.test(file) &&
      /#(?!fff\b|ffffff\b|000\b)[0-9a-f]{6}\b/i.test(readFileSync(path.join(root, file), 'utf8')),
  )

  expect(withHex).toEqual([])
})

test('files stay short enough to read', () => {
  const long = sources
    .map((file) => ({ file, lines: readFileSync(path.join(root, file), 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > 300)

  expect(long).toEqual([])
})
