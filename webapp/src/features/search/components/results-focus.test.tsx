import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onPhone } from '@/testing/media'
import { offer, sliceBy } from '@/testing/offers'
import { setup } from '@/testing/render'
import { SearchResults } from './results'

const SEARCH = 'origin=JFK&destination=LHR&departureDate=2027-03-05'
let query = SEARCH
vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(query),
  usePathname: () => '/search',
  useRouter: () => ({ push: vi.fn(), replace: vi.fn() }),
}))

const offers = ['1', '2'].map((id) => offer({ id, slices: [sliceBy(id)] }))
const newer = ['3', '4'].map((id) => offer({ id, slices: [sliceBy(id)] }))
const page = (shown = offers) => Response.json({ offers: shown, total_count: shown.length, notice: null })

async function open() {
  vi.stubGlobal('fetch', async () => page())
  const { user } = setup(<SearchResults />)
  const filters = await screen.findByRole('button', { name: /^Filters/ })
  await waitFor(() => expect(filters).toBeEnabled())
  return { user, filters }
}

beforeEach(() => {
  query = SEARCH
})
afterEach(() => vi.unstubAllGlobals())

test('Refresh Results keeps the focus while it works, and its start and its end are told', async () => {
  const { user } = await open()
  const news = screen.getAllByRole('status')[0] as HTMLElement
  await waitFor(() => expect(screen.getByText('2 flights found')).toHaveRole('status'))
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const refresh = screen.getByRole('button', { name: 'Refresh Results' })
  refresh.focus()

  await user.keyboard('{Enter}')
  await waitFor(() => expect(refresh).toHaveAttribute('aria-disabled', 'true'))
  expect(refresh).toHaveFocus()
  expect(await screen.findByText('Searching for flights')).toHaveRole('status')

  answer(page(newer))
  await waitFor(() => expect(screen.getByText('2 flights found')).toHaveRole('status'))
  expect(news).toBeInTheDocument()
  expect(refresh).toHaveFocus()
  expect(refresh).not.toHaveAttribute('aria-disabled')
})

test('filters that are applied give the focus back to the button that opens them', async () => {
  const { user, filters } = await open()
  filters.focus()
  await user.keyboard('{Enter}')
  const apply = await screen.findByRole('button', { name: 'Apply Filters' })
  apply.focus()

  await user.keyboard('{Enter}')

  expect(filters).toHaveFocus()
})

test('a filter brings the reader back to where the results begin, and so does the end of the filters', async () => {
  const { user, filters } = await open()
  await user.click(filters)
  const refundable = await screen.findByRole('switch', { name: 'Refundable only' })
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  const place = vi.spyOn(Element.prototype, 'getBoundingClientRect')
  await user.click(refundable)
  expect(scroll).not.toHaveBeenCalled()
  place.mockReturnValue({ ...new DOMRect(), top: -900 } as DOMRect)

  await user.click(refundable)

  expect(scroll.mock.calls).toEqual([[{ behavior: 'instant', block: 'start' }]])
  expect(scroll.mock.contexts[0]).toContainElement(screen.getAllByRole('article')[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Apply Filters' }))
  expect(scroll).toHaveBeenCalledTimes(2)
})

test('on a phone, applied filters give the focus back to their button', async () => {
  onPhone()
  const { user, filters } = await open()
  await user.click(filters)

  await user.click(await screen.findByRole('button', { name: 'Apply Filters (2)' }))

  await waitFor(() => expect(filters).toHaveFocus())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('s083 on a phone the button that closes the filters says how many flights they leave', async () => {
  onPhone()
  const { user, filters } = await open()
  await user.click(filters)
  expect(await screen.findByRole('button', { name: 'Apply Filters (2)' })).toBeVisible()

  await user.click(screen.getByRole('switch', { name: /^Refundable only/ }))

  expect(await screen.findByRole('button', { name: 'Apply Filters (none)' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Apply Filters' })).toBeNull()
})

test('r009 on a phone nothing behind the filters can be reached', async () => {
  onPhone()
  const { user, filters } = await open()

  await user.click(filters)

  const sheet = await screen.findByRole('dialog', { name: 'Filters' })
  await waitFor(() => expect(filters.closest('[inert]')).not.toBeNull())
  expect(sheet.closest('[inert]')).toBeNull()
})

test('filters that are cleared leave the focus on the button of the filters', async () => {
  query = `${SEARCH}&longest=9000`
  const { user, filters } = await open()
  screen.getByRole('button', { name: 'Clear all' }).focus()

  await user.keyboard('{Enter}')

  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull()
  expect(filters).toHaveFocus()
})

test('Reset Filters of an empty list moves the focus to the button of the filters', async () => {
  query = `${SEARCH}&refundable=true`
  const { user, filters } = await open()
  const empty = (await screen.findByRole('heading', { name: 'No Matching Flights' })).parentElement as HTMLElement
  within(empty).getByRole('button', { name: 'Reset Filters' }).focus()

  await user.keyboard('{Enter}')

  expect(screen.getAllByRole('article')).toHaveLength(2)
  expect(filters).toHaveFocus()
})

test('the handles of the sliders are named by what is in the page', async () => {
  const offers = ['100', '900'].map((amount) => offer({ id: amount, price: { amount }, slices: [sliceBy(amount)] }))
  vi.stubGlobal('fetch', async () => page(offers))
  const { user } = setup(<SearchResults />)
  await screen.findAllByRole('article')
  await user.click(screen.getByRole('button', { name: /^Filters/ }))

  const handles = await screen.findAllByRole('slider')

  expect(handles.map((handle) => document.getElementById(handle.getAttribute('aria-labelledby') ?? ''))).not.toContain(
    null,
  )
  expect(screen.getByRole('slider', { name: 'Lowest price' })).toBe(handles[0])
  expect(screen.getByRole('slider', { name: 'Highest price' })).toBe(handles[1])
})
