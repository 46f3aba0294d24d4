import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { router, standAt } from '@/testing/address'
import { offer, sliceBy } from '@/testing/offers'
import { setup } from '@/testing/render'
import { SearchResults } from './results'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const SEARCH = '/search?origin=JFK&destination=LHR&departureDate=2027-03-05'
const offers = ['1', '2'].map((id) => offer({ id, slices: [sliceBy(id)] }))

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ offers, total_count: offers.length, notice: null }))
  standAt(SEARCH)
  router.push.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

async function secondLink() {
  const links = await screen.findAllByRole('link', { name: /^View Details/ })
  return links[1] as HTMLElement
}

/** Opens the second flight of the list, which takes the place of the list. */
async function openFlight() {
  const page = setup(<SearchResults />)
  const link = await secondLink()
  link.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(link)
  page.unmount()
  standAt('/flight/2')
}

function goBack() {
  standAt(SEARCH)
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
}

test('Back from a flight finds the focus on its link in the list, and only on the first return', async () => {
  await openFlight()
  goBack()
  const page = setup(<SearchResults />)
  const link = await secondLink()
  await waitFor(() => expect(link).toHaveFocus())

  page.unmount()
  standAt('/about')
  goBack()
  setup(<SearchResults />)
  expect(await secondLink()).not.toHaveFocus()
})

test('a list that is opened anew leaves the focus at its start', async () => {
  await openFlight()
  standAt(SEARCH)
  setup(<SearchResults />)

  expect(await secondLink()).not.toHaveFocus()
})

test('Back to another view of the list moves no focus', async () => {
  await openFlight()
  standAt(`${SEARCH}&sort=price-desc`)
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  setup(<SearchResults />)

  await secondLink()
  expect(document.body).toHaveFocus()
})
