/** Names of this machine, where the sandbox has its bank. */
const LOCAL = /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Where Stripe asks a cardholder for their bank, `hooks.stripe.com` today.
 * Source: docs.stripe.com/security/guide, "Content Security Policy".
 */
const STRIPE = /^(?:[a-z\d-]+\.)+stripe\.com$/

/**
 * The page where the cardholder's bank asks them, as the payment provider names it: on the provider's own host or on
 * ours over https, or on this machine where our page is there too. Nothing else is followed, least of all a script.
 */
export function bankPage(url: string | null | undefined) {
  if (!url || !URL.canParse(url)) return null
  const page = new URL(url)
  return isOnThisMachine(page) || isOfProvider(page) ? page.href : null
}

const isOnThisMachine = ({ protocol, hostname }: URL) =>
  /^https?:$/.test(protocol) && LOCAL.test(hostname) && LOCAL.test(window.location.hostname)

const isOfProvider = ({ protocol, hostname, origin }: URL) =>
  protocol === 'https:' && (STRIPE.test(hostname) || origin === window.location.origin)
