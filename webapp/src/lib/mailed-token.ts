/** A mailed link carries its one-time token behind the #: that part reaches no server and no log. */
export const tokenOf = (hash: string) => new URLSearchParams(hash.replace(/^#/, '')).get('token') || null
