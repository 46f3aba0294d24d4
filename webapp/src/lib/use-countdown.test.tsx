import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCountdown, useHasRunOut } from './use-countdown'

const Clock = ({ until }: { until: string }) => <output>{useCountdown(until)}</output>

function Waiting({ until, onDrawn }: { until: string; onDrawn?: () => void }) {
  onDrawn?.()
  return <output>{String(useHasRunOut(until))}</output>
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-03-05T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

test('a countdown counts each second', async () => {
  render(<Clock until="2027-03-05T12:00:10Z" />)

  expect(screen.getByRole('status')).toHaveTextContent('10')
  await pass(3)
  expect(screen.getByRole('status')).toHaveTextContent('7')
})

test('who only waits for the end is drawn again at the end alone', async () => {
  const onDrawn = vi.fn()
  render(<Waiting until="2027-03-05T12:00:10Z" onDrawn={onDrawn} />)
  onDrawn.mockClear()

  await pass(9)
  expect(screen.getByRole('status')).toHaveTextContent('false')
  expect(onDrawn).not.toHaveBeenCalled()
  await pass(1)
  expect(screen.getByRole('status')).toHaveTextContent('true')
})

test('another instant begins afresh', async () => {
  const page = render(<Waiting until="2027-03-05T12:00:01Z" />)
  await pass(2)
  expect(screen.getByRole('status')).toHaveTextContent('true')

  page.rerender(<Waiting until="2027-03-05T12:30:00Z" />)
  expect(screen.getByRole('status')).toHaveTextContent('false')
})
