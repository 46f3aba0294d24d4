const kinds = ['token', 'start', 'stop'] as const

/** What the link of a mail is for: all watches of its address, or to start or stop one. */
export interface MailedLink {
  kind: (typeof kinds)[number]
  token: string
  /** The id of the watch that the mail is about; null where it is about none, or is an old one. */
  watch: string | null
}

/** "#start=abc&watch=def" */
export function linkIn(hash: string): MailedLink | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const kind = kinds.find((name) => params.get(name))
  return kind ? { kind, token: params.get(kind) ?? '', watch: params.get('watch') } : null
}
