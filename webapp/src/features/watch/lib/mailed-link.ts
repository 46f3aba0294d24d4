const kinds = ['token', 'start', 'stop'] as const

/** What the link of a mail is for: all watches of its address, or to start or stop one. */
export interface MailedLink {
  kind: (typeof kinds)[number]
  token: string
}

/** "#start=abc" */
export function linkIn(hash: string): MailedLink | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const kind = kinds.find((name) => params.get(name))
  return kind ? { kind, token: params.get(kind) ?? '' } : null
}
