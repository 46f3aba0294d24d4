// Raises the providers' libraries to their newest, our pinned version of Stripe's API with them, and lists each member
// of their types that changed. `make test` then says which of these concern us.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { changes, members } from './lib/members.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../../', import.meta.url))
// npm 11 refuses lock files that leave out other systems' packages.
const NPM = ['-y', 'npm@10.9.9']
const LIBRARIES = ['stripe', '@stripe/stripe-js', '@duffel/api']
const STRIPE = ['PaymentIntents', 'PaymentMethods', 'Charges', 'Refunds', 'Disputes', 'Events', 'Balance', 'WebhookEndpoints']
const FILES = [
  ...STRIPE.map((name) => `stripe/esm/resources/${name}.d.ts`),
  '@stripe/stripe-js/dist/stripe-js/stripe.d.ts',
  '@stripe/stripe-js/dist/stripe-js/elements-group.d.ts',
  '@duffel/api/dist/typings.d.ts',
]

function read(file) {
  try {
    return readFileSync(`${here}node_modules/${file}`, 'utf8')
  } catch {
    console.log(`${file} is not there: name what took its place in deploy/wire/upgrade.js`)
    return ''
  }
}

function versions() {
  const api = read('stripe/esm/apiVersion.js').match(/ApiVersion = '([^']+)'/)?.[1]
  const found = LIBRARIES.map((name) => [name, JSON.parse(read(`${name}/package.json`)).version])
  return { api, libraries: Object.fromEntries(found), types: FILES.map(read) }
}

/** Writes the new pinned version wherever the old one stands in the repository. */
function pin(before, after) {
  const [old, now] = [before, after].map((version) => version.split('.')[1])
  const files = execFileSync('git', ['grep', '-lF', before], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  for (const file of files) {
    writeFileSync(root + file, readFileSync(root + file, 'utf8').replaceAll(before, after))
    console.log(`pinned ${after} in ${file}`)
  }
  if (old !== now) console.log(`the release is called ${now}: rename it in the script's URLs of gateway/src/config.rs, see \`git grep js.stripe.com/${old}\``)
}

const before = versions()
execFileSync('npx', [...NPM, 'install', '--save-dev', '--save-exact', '--ignore-scripts', ...LIBRARIES.map((name) => `${name}@latest`)], {
  cwd: here,
  stdio: 'inherit',
})
const after = versions()

for (const name of LIBRARIES) console.log(`${name} ${before.libraries[name]} -> ${after.libraries[name]}`)
if (before.api !== after.api) pin(before.api, after.api)
for (const [index, file] of FILES.entries()) {
  const changed = changes(members(before.types[index]), members(after.types[index]))
  if (changed.length > 0) console.log(`\n${file}\n${changed.join('\n')}`)
}
