import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { standAt } from '@/testing/address'
import { offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { SearchResults } from './results'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const { answer } = vi.hoisted(() => ({ answer: { isAway: true, asked: 0 } }))
vi.mock('./answer', async (original) => {
  answer.asked += 1
  if (answer.isAway) throw new Error('away')
  return original()
})

const SEARCH = '/search?origin=JFK&destination=LHR&departureDate=2027-03-05&adults=1'
const found = () => Response.json({ offers: [offer()], total_count: 1, notice: null })
const failed = () => Response.json({ code: 'INTERNAL_ERROR', message: 'x' }, { status: 500 })

beforeEach(() => {
  standAt(SEARCH)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

test('an address that names no search has no use for what draws its flights', async () => {
  standAt('/search')
  setup(<SearchResults />)

  expect(await screen.findByRole('heading', { name: 'Where would you like to go?' })).toBeVisible()
  expect(answer.asked).toBe(0)
})

test('flights that cannot be drawn are an error of the list, and the rest of the page stays', async () => {
  vi.stubGlobal('fetch', async () => found())
  setup(<SearchResults />)

  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the flights.')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('JFK')
  expect(screen.queryByRole('article')).toBeNull()
})

test('a search that finds nothing says so without what draws flights', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ offers: [], total_count: 0, notice: null }))
  setup(<SearchResults />)

  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('0 flights found'))
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible()
})

test('a search that fails together with what draws its flights says its reason, and Try Again asks for both', async () => {
  let reply = failed
  vi.stubGlobal('fetch', async () => reply())
  const { user } = setup(<SearchResults />)
  const told = 'We couldn’t load the flights. Something went wrong.'
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(told))

  reply = found
  answer.isAway = false
  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByRole('article')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
