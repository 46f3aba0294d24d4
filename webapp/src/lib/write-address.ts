/**
 * Writes the address, but only while the browser is at `page`: a path, or the start of one that ends in a slash. Back
 * changes the browser's address at once and the page a moment later. What the old page writes in between, after an
 * answer or a timer, would replace the address of the new page. Returns whether the address was written.
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
