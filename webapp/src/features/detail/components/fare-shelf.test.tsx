import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Conditions } from '@/lib/api/types'
import { standAt } from '@/testing/address'
import { deferred } from '@/testing/deferred'
import { fare, offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { type Answers, type Fake, problem, serve } from '@/testing/server'
import { FlightPage } from './flight-page'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const SEARCH = '?from_origin=JFK&from_destination=LHR&from_departureDate=2027-03-05&from_adults=2'
const FARES = 'GET /api/flights/offer/off_1/fares'
const expires_at = new Date(Date.now() + 30 * 60_000).toISOString()
const standard = offer({ expires_at })
const flex = offer({ id: 'off_flex', expires_at, price: { amount: '1592' } })
const freely: Conditions = {
  refundable: true,
  changeable: true,
  refund_before_departure: { allowed: true, penalty_amount: '150.00', penalty_currency: 'USD' },
  change_before_departure: { allowed: true, penalty_amount: '0.00', penalty_currency: 'USD' },
}
const shelf = [
  fare('off_basic', '1146', { fare_brand_name: 'Basic', baggages: [{ type: 'checked', quantity: 0 }] }),
  fare('off_1', '1284'),
  fare('off_flex', '1592', { fare_brand_name: 'Flex', conditions: freely }),
]

const open = <Asked extends string>(answers: Answers<Asked> = {}) => {
  const calls = serve({
    'GET /api/flights/offer/off_1': standard,
    'GET /api/flights/offer/off_flex': flex,
    [FARES]: shelf,
    ...answers,
  })
  return { calls, ...setup(<FlightPage />) }
}

beforeEach(() => standAt(`/flight/off_1${SEARCH}`))

const column = (radio: HTMLElement) => within(radio.closest('label') as HTMLElement)

test('r022 r035 the fares of the same flights stand side by side: price, difference, bags and rules in words', async () => {
  open()

  const [basic, own, free] = (await screen.findAllByRole('radio')) as [HTMLElement, HTMLElement, HTMLElement]
  expect(own).toBeChecked()
  expect(basic).toHaveAccessibleName(/Basic \$1,146/)
  expect(basic).toHaveAccessibleDescription(/Cabin bag: ask the airline.*No checked bag included/)
  expect(column(basic).getByText('−$138')).toBeVisible()
  expect(column(free).getByText('+$308')).toBeVisible()
  expect(column(free).getByText('Refundable, $150 fee')).toBeVisible()
  expect(column(free).getByText('Changeable without a fee')).toBeVisible()
  expect(column(own).getByText('Refund: ask the airline')).toBeVisible()
})

test('one reads of the flights first, then of their fares, then of the price', async () => {
  open()
  await screen.findAllByRole('radio')

  const region = (name: string) => screen.getByRole('region', { name })
  const follows = Node.DOCUMENT_POSITION_FOLLOWING
  expect(region('Outbound Flight').compareDocumentPosition(region('Choose a fare'))).toBe(follows)
  expect(region('Choose a fare').compareDocumentPosition(region('Price summary'))).toBe(follows)
})

test('s098 another fare takes the place of the offer: address, prices and the way on follow, nothing else moves', async () => {
  const { user, calls } = open()
  const price = () => within(screen.getByRole('region', { name: 'Price summary' }))
  await user.click(await screen.findByRole('radio', { name: /Flex/ }))

  expect(await price().findByText('$1,592')).toBeVisible()
  expect(window.location.pathname + window.location.search).toBe(`/flight/off_flex${SEARCH}`)
  expect(screen.getByRole('radio', { name: /Flex/ })).toBeChecked()
  expect(screen.getByRole('radio', { name: /Flex/ })).toHaveFocus()
  for (const link of screen.getAllByRole('link', { name: /^Book/ })) {
    expect(link.getAttribute('href')).toMatch(/^\/booking\?offer=off_flex&/)
  }
  expect(window.scrollTo).toHaveBeenCalledOnce()
  expect(calls.filter(({ path }) => path.endsWith('/fares'))).toHaveLength(1)
})

test('r009 a reader hears that the fare is being opened, and then the new total', async () => {
  const answer = deferred()
  const { user } = open({ 'GET /api/flights/offer/off_flex': () => answer.promise })
  await user.click(await screen.findByRole('radio', { name: /Flex/ }))
  const news = screen.getByText('Opening this fare…')
  expect(news).toHaveAttribute('role', 'status')

  await act(async () => answer.resolve(flex))

  await vi.waitFor(() => expect(news).toHaveTextContent('Flex: the total is now $1,592.'))
})

test('who goes Back before a chosen fare is read finds the results under their own address', async () => {
  const answer = deferred()
  const { user } = open({ 'GET /api/flights/offer/off_flex': () => answer.promise })
  await user.click(await screen.findByRole('radio', { name: /Flex/ }))
  // As Back does it: the browser is at the results at once, the router takes this page away a moment later.
  History.prototype.replaceState.call(window.history, null, '', '/search?origin=JFK')

  await act(async () => answer.resolve(flex))

  expect(window.location.pathname + window.location.search).toBe('/search?origin=JFK')
})

test('a fare that cannot be opened leaves the page as it is, with the way to try again', async () => {
  const { user } = open({ 'GET /api/flights/offer/off_flex': problem(503, 'PROVIDER_UNAVAILABLE', 'Away.') })
  await user.click(await screen.findByRole('radio', { name: /Flex/ }))

  expect(await screen.findByText(/We couldn’t open this fare/)).toBeVisible()
  expect(screen.getByRole('radio', { name: /Standard/ })).toBeChecked()
  expect(window.location.pathname).toBe('/flight/off_1')
})

test.each([
  ['one fare', [fare('off_1', '1284')]],
  ['none', []],
])('where there is %s there is no shelf', async (_, fares) => {
  open({ [FARES]: fares })
  await screen.findByRole('heading', { name: 'Outbound Flight' })

  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Choose a fare' })).toBeNull())
})

test('fares that cannot be looked up are quietly said, and asked for again', async () => {
  const away = problem(503, 'SEARCH_UNAVAILABLE', 'Away.')
  let answer: Fake<typeof FARES> = away
  const { user } = open({ [FARES]: () => answer })
  const again = await screen.findByRole('button', { name: 'Try Again' })
  answer = shelf
  await user.click(again)

  expect(await screen.findAllByRole('radio')).toHaveLength(3)
})

test('fares that could not be looked up for a moment come by themselves, and Try Again stays as it is until then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const answers = [problem(503, 'SEARCH_UNAVAILABLE', 'Away.')]
  const later = deferred()
  const { calls } = open({ [FARES]: () => answers.shift() ?? later.promise })
  const again = await screen.findByRole('button', { name: 'Try Again' })

  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(calls.filter(({ path }) => FARES.endsWith(path))).toHaveLength(2)
  expect(again).toBeVisible()
  expect(again).not.toHaveAttribute('aria-disabled')

  await act(async () => later.resolve(shelf))
  expect(await screen.findAllByRole('radio')).toHaveLength(3)
})
