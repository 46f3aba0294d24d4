/**
 * Takes the focus to the start of a part of the page whose content has changed: to its heading, which a screen reader
 * then speaks, or to the part itself while it has none. It follows to the heading of what takes the place of an outline,
 * until the visitor goes elsewhere. Returns what ends that.
 */
export function focusStart(part: HTMLElement) {
  const page = part.ownerDocument
  const isHere = () => part === page.activeElement || part.querySelector('h1') === page.activeElement
  takeFocus(part)
  const follow = new MutationObserver(() => {
    if (page.activeElement === page.body || page.activeElement === part) takeFocus(part)
    else if (!isHere()) follow.disconnect()
  })
  follow.observe(part, { childList: true, subtree: true })
  return () => follow.disconnect()
}

function takeFocus(part: HTMLElement) {
  const heading = part.querySelector('h1')
  if (heading) {
    heading.tabIndex = -1
    heading.style.outline = 'none'
    heading.focus({ preventScroll: true })
  }
  // One that is hidden takes no focus.
  if (part.ownerDocument.activeElement !== heading) part.focus({ preventScroll: true })
}
