import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { standAt } from '@/testing/address'
import { offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { serve } from '@/testing/server'
import { FlightPage } from './flight-page'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const { tabs } = vi.hoisted(() => ({ tabs: { areAway: true, asked: 0 } }))
vi.mock('./other-tabs', async (original) => {
  tabs.asked += 1
  if (tabs.areAway) throw new Error('away')
  return original()
})

const NOT_LOADED = 'This part of the page didn’t load.'

test('tabs that cannot be fetched leave the rest of the page, say so once pressed, and are fetched by the next press', async () => {
  standAt('/flight/off_1')
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  serve({ 'GET /api/flights/offer/off_1': offer({ expires_at: new Date(Date.now() + 1_800_000).toISOString() }) })
  const { user } = setup(<FlightPage />)
  const press = (name: string) => user.click(screen.getByRole('tab', { name }))
  const panel = () => within(screen.getByRole('tabpanel'))

  expect(await screen.findByRole('heading', { name: 'Outbound Flight' })).toBeVisible()
  await waitFor(() => expect(warned).toHaveBeenCalled())
  expect(screen.queryByText(NOT_LOADED, { exact: false })).toBeNull()

  await press('Fare Rules')
  expect(await panel().findByRole('alert')).toHaveTextContent(NOT_LOADED)
  expect(screen.getByRole('region', { name: 'Price summary' })).toBeVisible()
  expect(screen.getAllByRole('link', { name: 'Book This Flight' })[0]).toBeVisible()

  const before = tabs.asked
  const again = panel().getByRole('button', { name: 'Try Again' })
  await user.click(again)
  await waitFor(() => expect(tabs.asked).toBe(before + 1))
  await waitFor(() => expect(again).toHaveTextContent('Try Again'))
  expect(again).toHaveFocus()

  tabs.areAway = false
  await press('Seat Maps')
  expect(await panel().findByText('Seat Selection Unavailable')).toBeVisible()
  await press('Fare Rules')
  expect(screen.getByRole('tabpanel')).toHaveTextContent('Cancel before departure')
})
