/**
 * Writes the address of a page, and of no other page. Back changes the browser's address at once, and the page a moment
 * later: what the old page writes in between, after an answer, a timer or a late press, would stand over the page that
 * was gone to. `page` is the path, or what its path begins with. Answers whether the address was written.
 */
export function writeAddress(page: string, url: string | URL, how: 'push' | 'replace' = 'replace') {
  if (!isAt(page)) return false
  window.history[`${how}State`](null, '', url)
  return true
}

function isAt(page: string) {
  const { pathname } = window.location
  return pathname === page || (page.endsWith('/') && page !== '/' && pathname.startsWith(page))
}
