// Starts the compiled sandbox on a port of its own, and stops it.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const STARTS_WITHIN_MS = 20_000

/**
 * A sandbox without pauses. `settings` are its flags, without the two dashes.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startSandbox(settings = {}) {
  const program = process.env.SANDBOX_PROGRAM ?? `${root}target/debug/sandbox`
  const flags = { listen: '127.0.0.1:0', seeds: `${root}seeds`, 'delay-factor': '0', 'search-lag-ms': '0', ...settings }
  const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, RUST_LOG: 'warn' } })
  const said = []
  child.stderr.on('data', (chunk) => said.push(chunk))
  const ended = once(child, 'exit')
  const url = await Promise.race([address(child), refusal(ended, said)])
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { url, stop }
}

async function address(child) {
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    const found = text.match(/listening on (http:\S+)/)
    if (found) return found[1]
  }
  return new Promise(() => {})
}

function refusal(ended, said) {
  return new Promise((_, reject) => {
    const fail = () => reject(new Error(`the sandbox did not start: ${Buffer.concat(said)}`))
    ended.then(fail, fail)
    setTimeout(fail, STARTS_WITHIN_MS).unref()
  })
}
