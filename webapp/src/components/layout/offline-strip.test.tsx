import { act, screen } from '@testing-library/react'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import type { NextRouter } from 'next/router'
import { beforeEach, expect, test, vi } from 'vitest'
import { AppLink } from '@/components/ui/app-link'
import { cancelDeferred } from '@/lib/deferred-navigation'
import { useNavigate } from '@/lib/use-navigate'
import { router } from '@/testing/address'
import { connect } from '@/testing/connection'
import { setup } from '@/testing/render'
import { serve } from '@/testing/server'
import { SiteFrame } from './site-frame'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const SAID = "You're offline."

/** Leads on as a form does. */
function Form() {
  const { replace } = useNavigate()
  return (
    <button type="button" onClick={() => replace('/login')}>
      Log in first
    </button>
  )
}

/** What a link asks where nobody stops it. */
const ofLinks = { push: vi.fn(), prefetch: async () => undefined } as unknown as NextRouter

const open = () =>
  setup(
    <RouterContext value={ofLinks}>
      <SiteFrame>
        <AppLink href="/flight/off_1">View Details</AppLink>
        <AppLink href="/flight/off_2">View Others</AppLink>
        <Form />
      </SiteFrame>
    </RouterContext>,
  )

beforeEach(() => {
  serve({})
  cancelDeferred()
})

test('a link pressed without a connection keeps its page, says so, and leads on once it is back', async () => {
  const { user } = open()
  await connect(false)
  expect(screen.getByText(SAID)).toBeVisible()

  await user.click(screen.getByRole('link', { name: 'View Details' }))
  await user.click(screen.getByRole('link', { name: 'View Others' }))
  expect(screen.getByText(SAID).closest('[role=status]')).toHaveTextContent("once you're back online")
  expect(ofLinks.push).not.toHaveBeenCalled()
  expect(router.push).not.toHaveBeenCalled()

  await connect(true)
  expect(router.push).toHaveBeenCalledExactlyOnceWith('/flight/off_2')
  expect(screen.queryByText(SAID)).toBeNull()
})

test('a form that leads on waits for the connection alike', async () => {
  const { user } = open()
  await connect(false)
  await user.click(screen.getByRole('button', { name: 'Log in first' }))
  expect(router.replace).not.toHaveBeenCalled()

  await connect(true)
  expect(router.replace).toHaveBeenCalledExactlyOnceWith('/login')
})

test.each([
  ['goes Back', () => window.dispatchEvent(new PopStateEvent('popstate'))],
  ['goes on typing', () => document.body.dispatchEvent(new Event('input', { bubbles: true }))],
  ['says so', () => screen.getByRole('button', { name: 'Stay here' }).click()],
])('who %s meanwhile is not led away later', async (_, thinkBetter) => {
  const { user } = open()
  await connect(false)
  await user.click(screen.getByRole('link', { name: 'View Details' }))
  act(thinkBetter)
  expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull()

  await connect(true)
  expect(router.push).not.toHaveBeenCalled()
})
