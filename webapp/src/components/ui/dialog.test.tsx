import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { Dialog } from './dialog'

function Page({ isMounted = false }: { isMounted?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Filters
      </button>
      {(isMounted || isOpen) && (
        <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Filters">
          two of them
        </Dialog>
      )}
    </main>
  )
}

afterEach(() => vi.restoreAllMocks())

/** Kept for as long as it is mounted, or mounted only while it is open. */
test.each([true, false])(
  'what lies behind a dialog can not be reached, and has the focus again after it (kept: %s)',
  async (isMounted) => {
    const { user } = setup(<Page isMounted={isMounted} />)
    const page = screen.getByRole('main')
    const opener = screen.getByRole('button', { name: 'Filters' })

    await user.click(opener)
    const dialog = await screen.findByRole('dialog', { name: 'Filters' })
    await waitFor(() => expect(page.closest('[inert]')).not.toBeNull())
    expect(dialog.closest('[inert]')).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(opener).toHaveFocus())
    expect(document.querySelector('[inert]')).toBeNull()
  },
)

test('r009 a question begins at its safe answer', async () => {
  // Without a layout no button would count as visible.
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as never)
  setup(
    <Dialog
      isOpen
      role="alertdialog"
      onClose={() => undefined}
      title="Continue without your seat?"
      footer={
        <>
          <button type="button">Keep the seat</button>
          <button type="button">Continue without seats</button>
        </>
      }
    >
      You have chosen 15A.
    </Dialog>,
  )

  await waitFor(() => expect(screen.getByRole('button', { name: 'Keep the seat' })).toHaveFocus())
})

// A browser takes the focus away from what becomes inert.
test('the page is left alone until the dialog has the focus, and so knows where it came from', async () => {
  const { user } = setup(<Page />)
  const inertAtFocus: (Element | null)[] = []
  const note = ({ target }: FocusEvent) => {
    if ((target as Element).closest('[role=dialog]')) inertAtFocus.push(document.querySelector('[inert]'))
  }
  document.addEventListener('focusin', note, { capture: true })

  await user.click(screen.getByRole('button', { name: 'Filters' }))
  await waitFor(() => expect(inertAtFocus).not.toHaveLength(0))
  document.removeEventListener('focusin', note, { capture: true })

  expect(inertAtFocus[0]).toBeNull()
})

test('r009 a body that scrolls can be reached by the keyboard and says of which dialog it is', async () => {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly look: () => void) {}
      observe = () => this.look()
      disconnect = () => undefined
    },
  )
  const { user } = setup(<Page />)
  await user.click(screen.getByRole('button', { name: 'Filters' }))

  expect(await screen.findByRole('region', { name: 'Filters' })).toHaveAttribute('tabindex', '0')
  vi.unstubAllGlobals()
})
