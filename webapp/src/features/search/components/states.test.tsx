import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api/error'
import { setup } from '@/testing/render'
import { LoadError } from './states'

test('r009 what changes with each try of a failed search is no part of what its alert announces', async () => {
  const error = await ApiError.fromResponse(new Response('', { status: 503, headers: { 'x-request-id': 'req_1' } }))
  setup(<LoadError error={error} willRetry isTrying={false} onRetry={() => undefined} modifyHref="/" />)

  const silent = (element: HTMLElement) => element.closest('[aria-live=off]')
  expect(screen.getByRole('alert')).toContainElement(screen.getByText(/req_1/))
  expect(silent(screen.getByText(/req_1/))).not.toBeNull()
  expect(silent(screen.getByRole('button', { name: 'Try Again' }))).not.toBeNull()
  expect(silent(screen.getByRole('heading'))).toBeNull()
  expect(silent(screen.getByText(/^We can’t load flights right now\. We keep trying/))).toBeNull()
  expect(screen.getByRole('alert')).not.toHaveTextContent(/try again (later|in a moment|shortly)/)
})
