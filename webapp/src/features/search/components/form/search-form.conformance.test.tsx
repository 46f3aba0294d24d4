import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { Suspense, startTransition, use, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { defaultBrand } from '@/config/default-brand'
import { addDays, today } from '@/lib/dates'
import { setup } from '@/testing/render'
import { serve } from '@/testing/server'
import { SearchForm } from './search-form'

const { notify, push } = vi.hoisted(() => ({ notify: vi.fn(), push: vi.fn() }))
vi.mock('@/components/ui/toast/notify', () => ({ notify }))
vi.mock('next/navigation', () => ({ usePathname: () => '/', useRouter: () => ({ push, replace: push }) }))

const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Search Flights' }))

const summary = (name = 'Check your search') => screen.findByRole('group', { name })

/** The form as it opens at an address. */
async function open(query = '', page = <SearchForm />) {
  window.history.replaceState(null, '', `/${query}`)
  const view = setup(page)
  expect(await screen.findByRole('button', { name: /^Departure.*\d{2}, \d{4}/ })).toBeVisible()
  return view
}

beforeEach(() => {
  push.mockReset()
  localStorage.clear()
  vi.restoreAllMocks()
})

test('s039 s041 c017 several cities are for the phone: nothing can be searched', async () => {
  const { user } = await open()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent?.trim())).toEqual([
    'Round trip',
    'One way',
    'Multi-city',
  ])
  expect(screen.getByRole('tab', { name: 'Round trip' })).toHaveAttribute('aria-selected', 'true')

  await user.click(screen.getByRole('tab', { name: 'Multi-city' }))

  expect(screen.getByText(/We plan multi-city trips by phone/)).toBeVisible()
  for (const phone of screen.getAllByRole('link', { name: defaultBrand.contact.phone })) expect(phone).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Search Flights' })).toBeNull()
})

test('s040 one way has no return and says where one is', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('tab', { name: 'One way' }))

  expect(screen.getByRole('button', { name: /^Return/ })).toBeDisabled()
  expect(screen.getByRole('button', { name: /^Return/ })).not.toHaveTextContent(/\d{4}/)
  expect(screen.getByText('Need a return flight? Switch to Round trip.')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Need a return flight? Switch to Round trip.' }))
  expect(screen.getByRole('tab', { name: 'Round trip' })).toHaveFocus()
  expect(screen.getByRole('tab', { name: 'Round trip' })).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByRole('button', { name: /^Return/ })).toBeEnabled()
})

test('s043 c001 the counters go from 1 to 9, 0 to 9 and 0 to 5, with their ages', async () => {
  const { user } = await open('?origin=JFK&destination=LHR&adultsCount=9&childrenCount=9&infantsCount=9')
  await user.click(screen.getByRole('button', { name: /^Passengers/ }))

  const counters = screen.getAllByRole('group').filter((group) => group.querySelector('output'))
  expect(counters.map((counter) => counter.querySelector('output')?.textContent)).toEqual(['9', '9', '5'])
  expect(counters[0]).toHaveTextContent('12+')
  expect(counters[1]).toHaveTextContent('2-11')
  expect(counters[2]).toHaveTextContent('Under 2')
  expect(screen.getByText(/^Ages 12 to 17 count as adults\./)).toBeVisible()
  for (const kind of ['Adults', 'Children', 'Infants']) {
    expect(screen.getByRole('button', { name: `More ${kind}` })).toHaveAttribute('aria-disabled', 'true')
  }
  expect(screen.getByRole('button', { name: 'More Infants' })).toHaveAccessibleDescription(/at most 5 online$/)
})

test('s043 r016 more infants than adults are told at the counter, and may be counted before the adults are', async () => {
  const { user } = await open('?origin=JFK&destination=LHR&adultsCount=1&infantsCount=1')
  await user.click(screen.getByRole('button', { name: /^Passengers/ }))
  const panel = screen.getByRole('dialog', { name: 'Passengers' })

  await user.click(screen.getByRole('button', { name: 'More Infants' }))
  expect(within(panel).getByRole('alert')).toHaveTextContent(/^Each infant sits on an adult's lap/)
  await user.click(screen.getByRole('button', { name: 'More Adults' }))
  expect(within(panel).queryByRole('alert')).toBeNull()
})

test('s044 c015 four cabins, economy first, the second called Premium here', async () => {
  await open()

  const cabins = screen.getAllByRole<HTMLInputElement>('radio')
  expect(cabins.map((cabin) => cabin.labels?.[0]?.textContent)).toEqual(['Economy', 'Premium', 'Business', 'First'])
  expect(cabins[0]).toBeChecked()
})

test('s047 s048 a search opens its results, and the kind of trip is remembered', async () => {
  const { user } = await open('?origin=JFK&destination=LHR&adultsCount=2&childrenCount=1&ages=8')
  await user.click(screen.getByRole('tab', { name: 'Round trip' }))
  await submit(user)

  const address = new URL(push.mock.calls[0]?.[0] as string, 'http://localhost')
  expect(address.pathname).toBe('/search')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    origin: 'JFK',
    destination: 'LHR',
    departureDate: today(),
    returnDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    cabinClass: 'economy',
    adultsCount: '2',
    childrenCount: '1',
    infantsCount: '0',
    ages: '8',
    tripType: 'round-trip',
  })
  expect(localStorage.getItem('lastTripType')).toBe('round-trip')
})

const results = new Promise<never>(() => undefined)

/** A site whose results take for ever to come. */
function SlowSite() {
  const [address, setAddress] = useState('/')
  push.mockImplementation((href: string) => startTransition(() => setAddress(href)))
  return address === '/' ? <SearchForm /> : use(results)
}

test('s046 while the results are opened the button says so and cannot be pressed again', async () => {
  const { user } = await open(
    '?origin=JFK&destination=LHR',
    <Suspense>
      <SlowSite />
    </Suspense>,
  )
  await submit(user)

  expect(await screen.findByRole('button', { name: 'Searching...' })).toBeDisabled()
})

test('s048 a trip type that cannot be saved is only logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  const { user } = await open('?origin=JFK&destination=LHR')
  await submit(user)

  expect(push).toHaveBeenCalled()
  expect(warn).toHaveBeenCalledWith('Could not save lastTripType', expect.any(Error))
})

test('s054 a search that the browser cannot open has failed, and says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  push.mockImplementation(() => {
    throw new Error('the router is broken')
  })
  const { user } = await open('?origin=JFK&destination=LHR')
  await submit(user)

  expect(await summary()).toHaveTextContent('Search failed. Please try again later.')
  await waitFor(() =>
    expect(notify).toHaveBeenCalledWith({
      type: 'error',
      title: 'Search failed',
      description: 'Please try again later.',
    }),
  )
  expect(localStorage.getItem('lastTripType')).toBeNull()
})

test('s055 r016 an address with more adults than a search takes is told, not changed', async () => {
  const { user } = await open('?origin=JFK&destination=LHR&adultsCount=12')
  await submit(user)

  expect(await summary()).toHaveTextContent('Up to 9 adults can travel')
  expect(push).not.toHaveBeenCalled()
})

test('s049 s050 what is missing is said above the fields and not under the dates', async () => {
  const { user } = await open()
  await submit(user)

  const missing = await summary('Add your airports to search')
  expect(missing).toHaveTextContent('Please select an origin airport')
  expect(missing).toHaveTextContent('Please select a destination airport')
  expect(screen.getByRole('button', { name: /^Departure/ })).not.toHaveTextContent('Please')
  expect(push).not.toHaveBeenCalled()
})

test('s051 from a place to itself is refused', async () => {
  const { user } = await open('?origin=JFK&destination=JFK')
  await submit(user)

  expect(await summary()).toHaveTextContent('Origin and destination cannot be the same')
  expect(push).not.toHaveBeenCalled()
})

test.each([
  ['NYC', 'JFK'],
  ['LGA', 'NYC'],
])('s051 from all airports of a city to one of them, or back, is refused: %s to %s', async (origin, destination) => {
  const { user } = await open(`?origin=${origin}&destination=${destination}`)
  expect(await screen.findByDisplayValue('New York (NYC)')).toBeVisible()
  await submit(user)

  expect(await summary()).toHaveTextContent('Origin and destination cannot be the same')
  expect(push).not.toHaveBeenCalled()
})

test('s051 two airports of one city are two places', async () => {
  const { user } = await open(`?origin=LHR&destination=STN&departureDate=${addDays(today(), 30)}`)
  expect(await screen.findByDisplayValue('London (STN)')).toBeVisible()
  await submit(user)

  expect(push).toHaveBeenCalled()
})

test('s056 s057 a picker opens at two letters, tells airports by name, city, country and code, and keeps the code', async () => {
  const calls = serve({})
  const { user } = await open()
  const from = screen.getByRole('combobox', { name: /^From/ })

  await user.type(from, 'h')
  expect(screen.queryByRole('option')).toBeNull()
  await user.type(from, 'eathrow')
  const row = await screen.findByRole('option')
  expect(row).toHaveTextContent(/Heathrow.*London, GB.*\(LHR\)/)
  await user.click(row)

  expect(from).toHaveValue('London (LHR)')
  expect(screen.queryByRole('option')).toBeNull()
  expect(calls.filter(({ path }) => path.includes('airport'))).toEqual([])
})

test('s056 s058 an unknown place is said to be unknown, and a press elsewhere closes the list', async () => {
  const { user } = await open()
  await user.type(screen.getByRole('combobox', { name: /^From/ }), 'qqqq')

  expect(await screen.findByText('No airports found for "qqqq"')).toBeVisible()
  await user.click(document.body)
  expect(screen.queryByText(/No airports found/)).toBeNull()
})
