import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import PageError from './error'

let pathname = '/'
vi.mock('next/navigation', () => ({ usePathname: () => pathname }))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test.each(['/', '/booking'])('on %s a page that broke promises nothing about money', (path) => {
  pathname = path
  setup(<PageError error={new Error('a part is gone from the server')} />)

  expect(screen.getByRole('heading', { level: 1, name: 'This page didn’t load' })).toBeVisible()
  expect(screen.queryByText(/Nothing was|charged/)).toBeNull()
})

test('in a booking it says that one that is paid for goes on', () => {
  pathname = '/booking'
  setup(<PageError error={new Error('a part is gone from the server')} />)

  expect(screen.getByRole('alert')).toHaveTextContent('please do not book again')
  expect(screen.getByRole('alert')).toHaveTextContent('My Trips')
})
