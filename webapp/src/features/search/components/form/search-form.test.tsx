import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { SearchForm } from './search-form'

const push = vi.hoisted(() => vi.fn())
vi.mock('next/navigation', () => ({ usePathname: () => '/', useRouter: () => ({ push }) }))

async function open() {
  const { user } = setup(
    <main tabIndex={-1}>
      <SearchForm />
    </main>,
  )
  return { user, passengers: await screen.findByRole('button', { name: /^Passengers/ }) }
}

async function openPassengers(user: UserEvent, passengers: HTMLElement) {
  passengers.focus()
  await user.keyboard('{Enter}')
}

beforeEach(() => {
  window.history.replaceState(null, '', '/?origin=JFK&destination=LHR')
})

test('One way pressed before the page could act on it counts, once', async () => {
  window.history.replaceState(null, '', '/')
  document.documentElement.dataset.trip = 'one-way'
  const { unmount } = setup(<SearchForm />)
  expect(await screen.findByText(/^Need a return flight\?/)).toBeVisible()
  expect(screen.getByRole('tab', { name: 'One way' })).toHaveAttribute('aria-selected', 'true')
  unmount()

  setup(<SearchForm />)
  await waitFor(() => expect(screen.getByRole('button', { name: /^Return/ })).toBeEnabled())
  expect(screen.getByRole('tab', { name: 'Round trip' })).toHaveAttribute('aria-selected', 'true')
})

test('Search Flights pressed before the page could act on it searches, once', async () => {
  document.documentElement.dataset.search = 'sent'
  const { unmount } = setup(<SearchForm />)
  await waitFor(() => expect(push).toHaveBeenCalledOnce())
  expect(push.mock.calls[0]?.[0]).toContain('origin=JFK&destination=LHR')
  unmount()

  setup(<SearchForm />)
  await screen.findByDisplayValue('New York (JFK)')
  expect(push).toHaveBeenCalledOnce()
})

test('Search Flights pressed too early with an empty form says what is missing', async () => {
  window.history.replaceState(null, '', '/')
  document.documentElement.dataset.search = 'sent'
  setup(<SearchForm />)

  expect(await screen.findByRole('link', { name: 'Please select an origin airport' })).toBeVisible()
  expect(push).not.toHaveBeenCalled()
})

test('the swap button stands between From and To in the tab order, and swaps them', async () => {
  const { user } = await open()
  const [from, to] = [screen.getByRole('combobox', { name: /^From/ }), screen.getByRole('combobox', { name: /^To/ })]
  expect(await screen.findByDisplayValue(/JFK/)).toBe(from)

  from.focus()
  await user.tab()
  expect(screen.getByRole('button', { name: 'Swap origin and destination' })).toHaveFocus()
  await user.keyboard('{Enter}')
  await user.tab()

  expect(to).toHaveFocus()
  expect(to).toHaveDisplayValue(/JFK/)
  expect(from).toHaveDisplayValue(/LHR/)
})

test('an airport is picked by a press, which takes the focus to what lies around the list', async () => {
  const { user } = await open()
  const to = screen.getByRole('combobox', { name: /^To/ })

  await user.clear(to)
  await user.type(to, 'heathrow')
  await user.click(await screen.findByRole('option', { name: /LHR/ }))

  expect(to).toHaveDisplayValue('London (LHR)')
})

test('s043 the passengers take the focus when they open, and give it back on Escape', async () => {
  const { user, passengers } = await open()

  await openPassengers(user, passengers)
  expect(screen.getByRole('button', { name: 'More Adults' })).toHaveFocus()
  await user.keyboard('{Enter}{Escape}')

  expect(screen.queryByRole('dialog', { name: 'Passengers' })).toBeNull()
  expect(passengers).toHaveFocus()
  expect(passengers).toHaveTextContent('2 adults')
})

test('s043 Done gives the focus back to the field', async () => {
  const { user, passengers } = await open()

  await openPassengers(user, passengers)
  await user.click(screen.getByRole('button', { name: 'Done' }))

  expect(passengers).toHaveFocus()
})

test('s043 the passengers close when the focus goes on', async () => {
  const { user, passengers } = await open()

  await openPassengers(user, passengers)
  screen.getByRole('button', { name: 'Done' }).focus()
  await user.tab()

  expect(screen.queryByRole('dialog', { name: 'Passengers' })).toBeNull()
})

test('Done leaves the passengers open while an age is missing, and leads to the first such field', async () => {
  const { user, passengers } = await open()
  await openPassengers(user, passengers)
  await user.click(screen.getByRole('button', { name: 'More Children' }))
  await user.click(screen.getByRole('button', { name: 'More Children' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Child 1' }), '7')
  await user.click(screen.getByRole('button', { name: 'Done' }))

  const second = screen.getByRole('combobox', { name: 'Child 2' })
  expect(second).toHaveFocus()
  expect(second).toBeInvalid()
  expect(second).toHaveAccessibleDescription('Choose an age')

  await user.selectOptions(second, '14')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog', { name: 'Passengers' })).toBeNull()
  expect(passengers).toHaveFocus()
})

test('the link about a missing age opens the passengers at it', async () => {
  const { user, passengers } = await open()
  await openPassengers(user, passengers)
  await user.click(screen.getByRole('button', { name: 'More Children' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Search Flights' }))
  const link = screen.getByRole('link', { name: 'Please choose the age of each child' })
  link.focus()

  await user.keyboard('{Enter}')

  const age = screen.getByRole('combobox', { name: 'Child 1' })
  expect(age).toHaveFocus()
  expect(age).toBeInvalid()
  expect(age).toHaveAccessibleDescription('Choose an age')
})

test('the counters say whom they count', async () => {
  const { user, passengers } = await open()
  await openPassengers(user, passengers)
  for (const kind of ['Adults', 'Children', 'Infants']) {
    await user.click(screen.getByRole('button', { name: `More ${kind}` }))
  }

  const panel = screen.getByRole('dialog', { name: 'Passengers' })
  expect(
    within(panel)
      .getAllByRole('status')
      .map(({ textContent }) => textContent),
  ).toEqual(['2 adults', '1 child', '1 infant'])
})

test('a place that no airport matches stays to be mended, and is not searched', async () => {
  const { user } = await open()
  const to = screen.getByRole('combobox', { name: /^To/ })
  expect(await screen.findByDisplayValue('London (LHR)')).toBe(to)
  await user.clear(to)
  await user.type(to, 'zzqq')
  await user.tab()

  expect(to).toHaveDisplayValue('zzqq')
  expect(to).toBeInvalid()
  expect(to).toHaveAccessibleName('To')
  expect(to).toHaveAccessibleDescription('No airport matches “zzqq”. Choose one from the list.')
  expect(screen.getByRole('alert')).toHaveTextContent(/^No airport matches/)

  await user.click(screen.getByRole('button', { name: 'Search Flights' }))
  expect(push).not.toHaveBeenCalled()
  expect(screen.getByRole('link', { name: 'Please select a destination airport' })).toBeVisible()

  await user.clear(to)
  await user.type(to, 'heathrow')
  expect(screen.queryByText(/^No airport matches/)).toBeNull()
  await screen.findByRole('option', { name: /LHR/ })
  await user.tab()
  expect(to).toHaveDisplayValue('London (LHR)')
  expect(to).toBeValid()
})

test('r009 a field that is wrong only with the other one says why', async () => {
  const { user } = await open()
  const to = screen.getByRole('combobox', { name: /^To/ })
  expect(await screen.findByDisplayValue('London (LHR)')).toBe(to)
  await user.clear(to)
  await user.type(to, 'jfk')
  await screen.findByRole('option', { name: /JFK/ })
  await user.tab()
  await user.click(screen.getByRole('button', { name: 'Search Flights' }))

  expect(to).toBeInvalid()
  expect(to).toHaveAccessibleName('To')
  expect(to).toHaveAccessibleDescription('Origin and destination cannot be the same')
})

test('what matches nothing, typed over an airport, is not searched as that airport; the swap takes it away', async () => {
  const { user } = await open()
  const from = screen.getByRole('combobox', { name: /^From/ })
  expect(await screen.findByDisplayValue('New York (JFK)')).toBe(from)
  await user.click(from)
  await user.keyboard('q')
  await user.tab()
  expect(from).toHaveAccessibleDescription(/^No airport matches “q”/)

  await user.click(screen.getByRole('button', { name: 'Swap origin and destination' }))

  expect(from).toHaveDisplayValue('London (LHR)')
  expect(from).toBeValid()
  expect(screen.getByRole('combobox', { name: /^To/ })).toHaveDisplayValue('')
})

test.each(['zzqq', 'lond'])('Escape closes the list and keeps %j, and the next one takes it back', async (typed) => {
  const { user } = await open()
  const from = screen.getByRole('combobox', { name: /^From/ })
  expect(await screen.findByDisplayValue('New York (JFK)')).toBe(from)
  await user.click(from)
  await user.keyboard(typed)
  const list = () => screen.queryByRole('listbox', { name: 'From' }) ?? screen.queryByText(/^No airports found/)
  expect(list()).toBeVisible()

  await user.keyboard('{Escape}')
  expect(from).toHaveDisplayValue(typed)
  expect(from).toHaveFocus()
  expect(list()).toBeNull()

  await user.keyboard('{Escape}')
  expect(from).toHaveDisplayValue('New York (JFK)')
})

test('a list that Escape has closed opens again by an arrow key, and is left without a choice', async () => {
  const { user } = await open()
  const from = screen.getByRole('combobox', { name: /^From/ })
  expect(await screen.findByDisplayValue('New York (JFK)')).toBe(from)
  await user.click(from)
  await user.keyboard('heathrow{Escape}{ArrowDown}')
  expect(screen.getByRole('option', { name: /Heathrow/ })).toBeVisible()

  await user.keyboard('{Escape}')
  await user.tab()
  expect(from).toHaveDisplayValue('New York (JFK)')
})

test('a child of 40 in the address is asked for an age', async () => {
  window.history.replaceState(null, '', '/?origin=JFK&destination=LHR&childrenCount=1&ages=40')
  const { user, passengers } = await open()
  await openPassengers(user, passengers)

  expect(screen.getByRole('combobox', { name: 'Child 1' })).toHaveValue('')
})

test('each child and infant is searched with an age, without which nothing is searched', async () => {
  const { user, passengers } = await open()
  await openPassengers(user, passengers)
  expect(screen.queryByRole('combobox', { name: /^(Child|Infant)/ })).toBeNull()

  await user.click(screen.getByRole('button', { name: 'More Children' }))
  await user.click(screen.getByRole('button', { name: 'More Infants' }))
  await user.click(screen.getByRole('button', { name: 'Search Flights' }))
  const summary = screen.getByRole('group', { name: 'Check your search' })
  expect(summary).toHaveTextContent('Please choose the age of each child')
  expect(push).not.toHaveBeenCalled()

  await openPassengers(user, passengers)
  const child = screen.getByRole('combobox', { name: 'Child 1' })
  expect(child).toHaveAccessibleDescription('Choose an age')
  expect(
    within(child)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Age', ...Array.from({ length: 16 }, (_, index) => `${index + 2}`)])
  await user.selectOptions(child, '14')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Infant 1' }), 'Under 1')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await user.click(screen.getByRole('button', { name: 'Search Flights' }))

  const sent = new URL(push.mock.calls[0]?.[0] as string, 'http://localhost').searchParams
  expect(['childrenCount', 'infantsCount', 'ages'].map((name) => sent.get(name))).toEqual(['1', '1', '14,0'])
  // Back brings the form as it was sent.
  expect(new URLSearchParams(window.location.search).get('ages')).toBe('14,0')
})
