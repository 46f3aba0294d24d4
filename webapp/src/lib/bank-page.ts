/** Names of this machine, where the sandbox has its bank. */
const LOCAL = /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/

/**
 * The page where the cardholder's bank asks them, as the payment provider names it: over https, or on this machine.
 * Nothing else is followed, least of all a script.
 */
export function bankPage(url: string | null | undefined) {
  if (!url || !URL.canParse(url)) return null
  const { protocol, hostname, href } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && LOCAL.test(hostname)) ? href : null
}
