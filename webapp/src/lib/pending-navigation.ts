/** The address that a press leads away from, until another page is there. */
let from: string | null = null

/** A link or the router sets out for another page. The browser stays at this one until the other has been read. */
export function setOut(href: string) {
  const { pathname, search, href: here } = window.location
  from = href.split('#')[0] === pathname + search ? null : here
}

/**
 * Whether the page is being left. An address that a late answer writes now would call the other page off: the router
 * takes each change of the address for the traveller's last wish.
 */
export const isLeaving = () => from === window.location.href

/** Back calls the other page off. */
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    from = null
  })
}
