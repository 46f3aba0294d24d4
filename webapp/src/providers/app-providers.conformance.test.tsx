import { render, waitFor } from '@testing-library/react'
import useSWR from 'swr'
import { expect, test, vi } from 'vitest'
import { useSystemMode } from '@/lib/api/system-mode'
import { liveMode, testMode } from '@/testing/modes'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { AppProviders } from './app-providers'

vi.mock('next/navigation', () => ({ usePathname: () => '/', useServerInsertedHTML: () => undefined }))

function Reader({ path, read }: { path: string; read: (path: string) => Promise<string> }) {
  const { data, error } = useSWR<string, Error>(path, read)
  return <output>{data ?? error?.message}</output>
}

function Mode() {
  const { mode, known } = useSystemMode()
  return <output>{`${mode} ${known}`}</output>
}

/** What happens around a page that could make it ask again. */
function comeBack() {
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
}

test.each([
  ['an answer', async () => 'the answer', 'the answer'],
  ['a failure', async () => Promise.reject(new Error('no answer')), 'no answer'],
])(
  's080 c016 %s stands: nothing is asked again on focus, by time or on another mount',
  async (name, outcome, words) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const read = vi.fn(outcome)
    const page = (
      <AppProviders>
        <Reader path={name} read={read} />
      </AppProviders>
    )
    const { findByText, unmount } = render(page)
    await findByText(words)

    comeBack()
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(read).toHaveBeenCalledTimes(1)

    unmount()
    if (words === 'the answer') {
      await render(page).findByText(words)
      expect(read).toHaveBeenCalledTimes(1)
    }
    vi.useRealTimers()
  },
)

test.each([
  ['the server says live', liveMode, 'live true'],
  ['the server says test', testMode, 'test true'],
  ['the call fails', problem(503, 'SERVICE_UNAVAILABLE', 'Away'), 'test false'],
])('s013 when %s the mode is known as such', async (_, answer, words) => {
  const calls = serve({ 'GET /api/system/mode': answer })
  const { findByText } = setup(<Mode />)

  await waitFor(() => expect(calls).toHaveLength(1))
  expect(await findByText(words)).toBeVisible()
})
