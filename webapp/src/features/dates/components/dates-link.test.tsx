import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { readCriteria } from '@/lib/criteria'
import { standAt } from '@/testing/address'
import { dateCell } from '@/testing/dates'
import { setup } from '@/testing/render'
import { followedCell, takeFollowed } from '../lib/followed-cell'
import { withDates } from '../lib/other-dates'
import { DatesLink } from './dates-link'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const criteria = readCriteria(
  new URLSearchParams('origin=JFK&destination=LHR&departureDate=2027-01-15&returnDate=2027-01-22'),
)
const other = dateCell({ departureDate: '2027-01-14', amount: '612.00' })
const there = withDates(criteria, other)

/** The link of a cell; the browser itself leads nowhere. */
function show(cell: typeof other) {
  const onDefault = vi.fn((event: Event) => event.preventDefault())
  const { container } = setup(
    <DatesLink criteria={criteria} cell={cell}>
      Day
    </DatesLink>,
  )
  container.addEventListener('click', (event) => event.defaultPrevented || onDefault(event))
  return { link: screen.getByRole('link', { name: 'Day' }), onDefault }
}

beforeEach(() => {
  standAt('/search?sort=best')
  localStorage.clear()
})

test.each([
  ['with Ctrl', (link: HTMLElement) => fireEvent.click(link, { ctrlKey: true })],
  ['with Command', (link: HTMLElement) => fireEvent.click(link, { metaKey: true })],
  ['by the middle button', (link: HTMLElement) => fireEvent(link, new MouseEvent('auxclick', { bubbles: true }))],
])('day05 a tab that is opened %s knows what the cell said, and this page stays where it is', (_, press) => {
  const { link } = show(other)

  press(link)

  expect(followedCell(there)).toMatchObject({ amount: '612.00' })
  expect(takeFollowed(there)).toBe(false)
})

test('the chosen dates lead nowhere by a press, and to a tab of their own where one is asked for', () => {
  const { link, onDefault } = show(dateCell())

  fireEvent.click(link, { ctrlKey: true })
  expect(onDefault).toHaveBeenCalledTimes(1)

  expect(fireEvent.click(link)).toBe(false)
  expect(onDefault).toHaveBeenCalledTimes(1)
  expect([followedCell(criteria), takeFollowed(criteria)]).toEqual([null, false])
})
