import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { Question } from './question'

const [onAct, onClose] = [vi.fn(), vi.fn()]

function Page() {
  const [isBusy, setBusy] = useState(false)
  const act = () => {
    onAct()
    setBusy(true)
  }
  return (
    <Question title="Delete it?" keep="Keep it" act="Delete" isBusy={isBusy} onAct={act} onClose={onClose}>
      It is gone then.
    </Question>
  )
}

test('r009 what was answered keeps the focus while it is under way, and the question stays', async () => {
  const { user } = setup(<Page />)
  const button = await screen.findByRole('button', { name: 'Delete' })

  await user.click(button)
  await user.keyboard('{Enter}{Escape}')

  // A browser takes the focus away from what is disabled.
  expect(button).toBeEnabled()
  expect(button).toHaveFocus()
  expect(onAct).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
})
