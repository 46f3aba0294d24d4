import './hear-first'

/** Longer than another page takes to be read. After that the press came to nothing. */
const LONGEST_MS = 10_000

/** The address that a press leads away from, until another page is there, and when it was pressed. */
let from: string | null = null
let since = 0

/** A link or the router sets out for another page. The browser stays at this one until the other has been read. */
export function setOut(href: string) {
  const { pathname, search, href: here } = window.location
  from = href.split('#')[0] === pathname + search ? null : here
  since = Date.now()
}

/**
 * Whether the page is being left. An address that a late answer writes now would call the other page off: the router
 * takes each change of the address for the traveller's last wish.
 */
export const isLeaving = () => from === window.location.href && Date.now() - since < LONGEST_MS

/** Back calls the other page off. */
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    from = null
  })
}
