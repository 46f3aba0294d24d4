import { patience } from './patience'

/** What tests may tell the stand-in for the airlines and the card provider. */
const sandbox = process.env.E2E_SANDBOX_URL ?? 'http://127.0.0.1:12111'

async function control(path: string, body: unknown = {}) {
  const answer = await fetch(`${sandbox}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${path}`)
}

export const expireOffer = (offerId: string) => control(`offers/${offerId}/expire`)

/** The airline asks for more, in cents. */
export const raisePrice = (offerId: string, cents: number) => control(`offers/${offerId}/price`, { delta_minor: cents })

/** The airlines ask for so many percent more on that day, in searches from now on. */
export const moveFares = (route: string, departureDate: string, percent: number) =>
  control('fares', { route, departure_date: departureDate, percent })

/** The airline refuses to make an order of this offer, with its own error code. */
export const refuseOrder = (offerId: string, code: string) =>
  control('faults', {
    on: 'duffel.orders.create',
    match: { offer: offerId },
    effect: { kind: 'error', code, phase: 'before' },
  })

/** The airlines of that route, as in "MIA-ORD", write attacks wherever they may write what they like. */
export const writeHostileWords = (route: string) =>
  control('faults', { on: 'duffel.*', match: { route }, effect: { kind: 'hostile_words' } })

interface Mail {
  to: string[]
  text: string
}

/** The link by which this address sets a password; waits for the mail. */
export const resetLink = (email: string) => mailedLink(email, '/reset-password')

/** The link by which this address is confirmed; waits for the mail. */
export const confirmLink = (email: string) => mailedLink(email, '/confirm-email')

/** The link that opens the trip of this address. */
export const tripLink = (email: string) => mailedLink(email, '/trip')

/** Another brand's link names the brand before its fragment. */
const mailedLink = (email: string, path: string) =>
  mailed(email, new RegExp(`https?://[^/\\s]+${path}(\\?[^#\\s]*)?#token=\\S+`))

const MAIL_MS = patience(15_000)
const LOOK_MS = 200

/** What fits in a mail to this address; waits for the mail. */
export async function mailed(email: string, pattern: RegExp, within = MAIL_MS): Promise<string> {
  const end = Date.now() + within
  while (Date.now() < end) {
    const { messages } = (await (await fetch(`${sandbox}/mailbox.json`)).json()) as { messages: Mail[] }
    const mails = messages.filter(({ to }) => to.includes(email))
    const [found] = mails.flatMap(({ text }) => pattern.exec(text)?.[0] ?? [])
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  throw new Error(`No mail with ${pattern.source} came in`)
}
