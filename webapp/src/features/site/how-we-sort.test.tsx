import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { HowWeSort } from './how-we-sort'

test('see10 the page about the orders tells the numbers that the server is set to', async () => {
  serve({ 'GET /api/flights/best-order': { hourPercent: 6, connectionMinutes: 60, hardConnectionMinutes: 30 } })
  setup(<HowWeSort />)

  expect(await screen.findByRole('cell', { name: '6% of the middle price of your search' })).toBeVisible()
  expect(screen.getByRole('cell', { name: '1 hour more' })).toBeVisible()
  expect(screen.getByRole('cell', { name: '90 minutes more' })).toBeVisible()
})

test('see08 see10 without the server it says what counts, and what never does', async () => {
  const calls = serve({ 'GET /api/flights/best-order': problem(503, 'SEARCH_UNAVAILABLE', 'Away') })
  setup(<HowWeSort />)

  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.getByText(/What we earn, which airline it is/)).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
})
