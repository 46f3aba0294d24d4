import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { BusyButton } from './busy-button'

/** Busy once it was sent. */
function Form({ onSubmit }: { onSubmit: () => void }) {
  const [isBusy, setBusy] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setBusy(true)
        onSubmit()
      }}
    >
      <input aria-label="Name" />
      <BusyButton type="submit" isBusy={isBusy}>
        Send
      </BusyButton>
    </form>
  )
}

test('r009 a busy button keeps the focus, and sends its form neither by a click nor by Enter in a field', async () => {
  const onSubmit = vi.fn()
  const { user } = setup(<Form onSubmit={onSubmit} />)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(onSubmit).toHaveBeenCalledTimes(1)

  const button = screen.getByRole('button', { name: 'Send' })
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  fireEvent.click(button)
  await user.keyboard('{Enter}')
  await user.type(screen.getByLabelText('Name'), 'Maya{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
})
