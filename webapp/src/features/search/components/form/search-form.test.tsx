import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { SearchForm } from './search-form'

vi.mock('next/navigation', () => ({ usePathname: () => '/', useRouter: () => ({ push: vi.fn() }) }))

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

beforeEach(() => window.history.replaceState(null, '', '/?origin=JFK&destination=LHR'))

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
  expect(passengers).toHaveTextContent('2 Adults')
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
