import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { BankAnswer } from './bank-answer'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('r036 travelers who are back from their bank may go there again once its answer is late, and not before', async () => {
  setup(
    <BankAnswer>
      <button type="button">Continue to your bank</button>
    </BankAnswer>,
  )
  await act(() => vi.advanceTimersByTimeAsync(14_000))
  expect(screen.getByRole('heading', { name: 'We’re checking with your bank' })).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()

  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByRole('button', { name: 'Continue to your bank' })).toBeVisible()
})
