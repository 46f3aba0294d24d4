import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Offer } from '@/lib/api/types'
import { router, standAt } from '@/testing/address'
import { offer, sliceBy } from '@/testing/offers'
import { setup } from '@/testing/render'
import { SearchResults } from './results'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const priced = (id: string, amount: string, flight = id) =>
  offer({ id, total_amount: amount, price: { amount }, slices: [sliceBy(flight)] })

/** Answers the first page and, when it is told to, the next one. */
function serve(first: Offer[], next: Offer[]) {
  let answerNext = () => {}
  const page = (offers: Offer[]) => Response.json({ offers, total_count: first.length + next.length, notice: null })
  vi.stubGlobal('fetch', (path: string) => {
    if (new URL(path, 'http://localhost').searchParams.get('limit') === '30') return Promise.resolve(page(first))
    return new Promise<Response>((resolve) => {
      answerNext = () => resolve(page([...first, ...next]))
    })
  })
  return () => answerNext()
}

async function open(first: Offer[], next: Offer[]) {
  const answerNext = serve(first, next)
  const { user } = setup(<SearchResults />)
  return { user, answerNext, button: await screen.findByRole('button', { name: 'Load More Flights' }) }
}

/** Browsers tell whether the keyboard moves the focus; jsdom does not. */
function byKeyboard() {
  const { matches } = Element.prototype
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector === ':focus-visible' ? this === document.activeElement : matches.call(this, selector)
  })
}

const linkTo = (price: string) => screen.findByRole('link', { name: new RegExp(`^View Details.*\\$${price}$`) })

beforeEach(() => {
  standAt('/search?origin=JFK&destination=LHR&departureDate=2027-03-05')
  router.push.mockImplementation((href: string) => window.history.pushState(null, '', href))
})

test('the keyboard waits on Load More, and goes on at the first of the new flights, which is brought into sight', async () => {
  const { user, answerNext, button } = await open([priced('a', '200')], [priced('b', '300'), priced('c', '400')])
  button.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
  expect(button).toHaveFocus()
  byKeyboard()
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')

  answerNext()

  const link = await linkTo('300')
  await waitFor(() => expect(link).toHaveFocus())
  expect(scroll.mock.contexts).toEqual([link])
  await user.tab()
  expect(screen.getByRole('button', { name: /^Compare .*\$300$/ })).toHaveFocus()
  await user.tab()
  expect(await linkTo('400')).toHaveFocus()
})

test('a mouse press on Load More leaves the page where it is', async () => {
  const { user, answerNext, button } = await open([priced('a', '200')], [priced('b', '300')])
  await user.click(button)
  const [scroll, focus] = [vi.spyOn(Element.prototype, 'scrollIntoView'), vi.spyOn(HTMLElement.prototype, 'focus')]

  answerNext()

  const link = await linkTo('300')
  await waitFor(() => expect(link).toHaveFocus())
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true })
  expect(scroll).not.toHaveBeenCalled()
})

test('new flights that are all folded away leave the focus on their fold', async () => {
  const { user, answerNext, button } = await open([priced('a', '200', '1')], [priced('b', '300', '1')])
  button.focus()
  await user.keyboard('{Enter}')

  answerNext()

  await waitFor(() => expect(screen.getByRole('button', { name: /1 more fare/ })).toHaveFocus())
})

test('a reader who moves the focus while more flights load keeps it there', async () => {
  const { user, answerNext, button } = await open([priced('a', '200')], [priced('b', '300')])
  await user.click(button)
  const filters = screen.getByRole('button', { name: 'Filters' })
  filters.focus()

  answerNext()

  await linkTo('300')
  expect(filters).toHaveFocus()
})

test('Back to First Page goes on at the head of the list', async () => {
  const { user, answerNext, button } = await open([priced('a', '200')], [priced('b', '300')])
  await user.click(button)
  answerNext()
  await linkTo('300')
  const first = await linkTo('200')

  await user.click(await screen.findByRole('button', { name: 'Back to First Page' }))
  await user.tab()

  expect(first).toHaveFocus()
})

test('Back to First Page keeps the focus when more flights come before the page has changed', async () => {
  const { user, answerNext, button } = await open([priced('a', '200')], [priced('b', '300')])
  await user.click(button)
  let goBack = () => {}
  router.push.mockImplementation((href: string) => {
    goBack = () => act(() => window.history.pushState(null, '', href))
  })
  await user.click(await screen.findByRole('button', { name: 'Back to First Page' }))
  answerNext()
  const second = await linkTo('300')

  goBack()

  await waitFor(() => expect(second).not.toBeInTheDocument())
  expect(document.body).not.toHaveFocus()
  await user.tab()
  expect(await linkTo('200')).toHaveFocus()
})
