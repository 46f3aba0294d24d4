/**
 * Takes the focus to the start of a part of the page whose content has changed: to its heading, which a screen reader
 * then speaks, or to the part itself while it has none. It follows to the heading of what takes the place of an outline,
 * until the visitor goes elsewhere. Returns what ends that.
 */
export function focusStart(part: HTMLElement) {
  const page = part.ownerDocument
  const follow = new MutationObserver(() => {
    if (page.activeElement === page.body || page.activeElement === part) takeFocus(part)
  })
  // At once: a field that the visitor leaves later says what is wrong with it before the next one has the focus.
  const onFocus = () => {
    if (page.activeElement !== part && page.activeElement !== part.querySelector('h1')) end()
  }
  function end() {
    follow.disconnect()
    page.removeEventListener('focusin', onFocus)
    page.removeEventListener('pointerdown', end)
  }
  takeFocus(part)
  page.addEventListener('focusin', onFocus)
  // A press on plain ground takes the focus away and gives it to nothing.
  page.addEventListener('pointerdown', end)
  // What is ready is hidden by its style until all of it is.
  follow.observe(part, { childList: true, subtree: true, attributeFilter: ['style', 'hidden'] })
  return end
}

function takeFocus(part: HTMLElement) {
  const heading = part.querySelector('h1')
  if (heading) {
    // Once: a change of its style is seen above.
    if (!heading.hasAttribute('tabindex')) {
      heading.tabIndex = -1
      heading.style.outline = 'none'
    }
    heading.focus({ preventScroll: true })
  }
  // One that is hidden takes no focus.
  if (part.ownerDocument.activeElement !== heading) part.focus({ preventScroll: true })
}
