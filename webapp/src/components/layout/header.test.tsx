import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { Header } from './header'

const path = vi.hoisted(() => ({ name: '/' }))
vi.mock('next/navigation', () => ({ usePathname: () => path.name, useRouter: () => ({}) }))

beforeEach(() => void serve({ 'GET /api/auth/user': problem(401, 'NOT_AUTHENTICATED', 'Not authenticated') }))

test.each([
  ['/', 'Flights', 'page'],
  ['/search', 'Flights', 'true'],
  ['/flight/off_1', 'Flights', 'true'],
  ['/booking', 'Flights', 'true'],
  ['/my-trips', 'My Trips', 'page'],
])('s018 on %s the header marks %s', (name, label, current) => {
  path.name = name
  setup(<Header />)

  const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  const marked = links.filter((link) => link.hasAttribute('aria-current'))
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([[label, current]])
})
