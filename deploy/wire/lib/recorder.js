// Stands between a client and the sandbox, and writes down what is said.

import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * @typedef {{ method: string, path: string, status: number, answer: any }} Call one call; `path` has its query
 */

/**
 * Passes every call on to `target` as it came.
 * @returns {Promise<{ url: string, calls: Call[], stop: () => Promise<void> }>}
 */
export async function startRecorder(target) {
  /** @type {Call[]} */
  const calls = []
  const { url, stop } = await serve(async (request, body, response) => {
    const answer = await fetch(target + request.url, {
      method: request.method,
      headers: passedOn(request.headers),
      body: body.length > 0 ? body : undefined,
      redirect: 'manual',
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    calls.push({ method: request.method, path: request.url, status: answer.status, answer: json(bytes) })
    response.writeHead(answer.status, answerHeaders(answer.headers))
    response.end(bytes)
  })
  return { url, calls, stop }
}

/**
 * Takes whatever is sent and says yes: a receiver of webhooks.
 * @returns {Promise<{ url: string, received: { headers: object, body: Buffer }[], stop: () => Promise<void> }>}
 */
export async function startReceiver() {
  const received = []
  const { url, stop } = await serve(async (request, body, response) => {
    received.push({ headers: request.headers, body })
    response.writeHead(200).end()
  })
  return { url, received, stop }
}

async function serve(handle) {
  const server = createServer(async (request, response) => {
    try {
      const chunks = []
      for await (const chunk of request) chunks.push(chunk)
      await handle(request, Buffer.concat(chunks), response)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${server.address().port}`, stop }
}

/** The bytes are passed on unpacked, so what tells of the packing is left out. */
function passedOn(headers) {
  const { host, connection, 'content-length': length, 'accept-encoding': packing, ...rest } = headers
  return rest
}

function answerHeaders(headers) {
  const dropped = ['content-length', 'content-encoding', 'transfer-encoding', 'connection']
  return Object.fromEntries([...headers].filter(([name]) => !dropped.includes(name)))
}

function json(bytes) {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
