import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { cabin, fixture, mapOf, restrictedSeat, row, seatsOf } from '@/testing/seats'
import { SeatChart } from './seat-chart'

const map = cabin(['15ABC|DEFG|HJK', '16ABC|DEFG|HJK'])
const renderSeat = ({ designator }: { designator: string | null }) => <span>{designator}</span>

test('s126 a cabin wider than the window says on which side more of it is', () => {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(260)
  setup(<SeatChart map={map} flight="BA 178" renderSeat={renderSeat} />)
  const edge = screen.getByRole('region', { name: 'Seats of BA 178' })
  expect(edge).toHaveAttribute('data-more', 'right')
  expect(screen.getByText(/Scroll sideways for all seats/)).toBeVisible()

  act(() => {
    edge.scrollLeft = 40
    edge.dispatchEvent(new Event('scroll'))
  })
  expect(edge).toHaveAttribute('data-more', 'left')
})

test('s126 where seats are chosen the cabin is a grid of rows, elsewhere a region to look at', () => {
  const { unmount } = setup(<SeatChart map={map} flight="BA 178" renderSeat={renderSeat} onKeyDown={() => undefined} />)
  expect(screen.getByRole('grid', { name: 'Seats of BA 178' })).toBeVisible()
  expect(screen.getAllByRole('row')).toHaveLength(2)
  unmount()

  setup(<SeatChart map={map} flight="BA 178" renderSeat={renderSeat} />)
  expect(screen.queryByRole('grid')).toBeNull()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^15A15B15C15/),
    expect.stringMatching(/^16A16B16C16/),
  ])
  expect(screen.queryByText(/Scroll sideways/)).toBeNull()
})

test('s126 a row has its number in sight of the seats on both sides of each aisle, and is read once', () => {
  setup(<SeatChart map={map} flight="BA 178" renderSeat={renderSeat} />)

  const numbers = screen.getAllByText('15')
  expect(numbers.map((number) => number.previousElementSibling?.textContent)).toEqual(['15C', '15G'])
  expect(numbers.map((number) => number.getAttribute('aria-hidden'))).toEqual(['false', 'true'])
})

/** What stands in the columns of a row, left to right: a word, "_" for a seat without a letter, "" for nothing. */
const columnsOf = (line: Element | undefined) =>
  [...(line?.children ?? [])].flatMap((child) => {
    const span = Number((child as HTMLElement).style.getPropertyValue('--span') || 1)
    if (child.className === 'aisle') return ['|']
    return Array(span).fill(child.className === 'none' ? '' : (child.textContent ?? ''))
  })

const shown = (designator: string | null) => <span>{designator ?? '_'}</span>

test('s126 a short row stands in the columns of the others, a restricted seat in its own', () => {
  const short = mapOf([
    row(27, seatsOf('27ABC'), seatsOf('27DEF')),
    row(28, seatsOf('28B'), [restrictedSeat(), ...seatsOf('28F')]),
    row(29, seatsOf('29AC'), []),
  ])
  const { container } = setup(
    <SeatChart map={short} flight="BA 178" renderSeat={({ designator }) => shown(designator)} />,
  )

  expect([...container.querySelectorAll('.row')].map(columnsOf)).toEqual([
    ['27A', '27B', '27C', '|', '27D', '27E', '27F'],
    ['', '28B', '', '|', '_', '', '28F'],
    ['29A', '', '29C', '|', '', '', ''],
  ])
  expect(container.querySelector('.letters')).toBeNull()
})

test('s126 lavatories and galleys stand on their side of the aisle, in a row with seats and without', () => {
  const [galley, lavatory, empty] = [fixture('galley'), fixture('lavatory'), fixture('empty')]
  const map = mapOf([
    row(27, seatsOf('27ABC'), seatsOf('27DEF')),
    row(28, [lavatory, ...seatsOf('28BC')], seatsOf('28DEF')),
    row(null, [empty, empty, empty], [galley, galley, lavatory]),
  ])
  const { container } = setup(<SeatChart map={map} flight="BA 178" renderSeat={renderSeat} />)

  expect([...container.querySelectorAll('.row')].slice(1).map(columnsOf)).toEqual([
    ['Lavatory', '28B', '28C', '|', '28D', '28E', '28F'],
    ['', '', '', '|', 'Galley', 'Galley', 'Lavatory'],
  ])
})

test('s126 an exit is on the side where the map has it', () => {
  const exit = [fixture('exit_row')]
  const map = mapOf([row(null, exit), row(null, [], exit), row(null, exit, []), row(1, seatsOf('1A'), seatsOf('1B'))])
  const { container } = setup(<SeatChart map={map} flight="BA 178" renderSeat={renderSeat} />)

  expect(
    [...container.querySelectorAll('.exit')].map((line) => [...line.children].map((side) => side.textContent)),
  ).toEqual([
    ['Exit', 'Exit'],
    ['', 'Exit'],
    ['Exit', ''],
  ])
})

test('s126 the wings are drawn beside their rows', () => {
  const rows = ['1A', '2A', '3A'].map((seat) => row(Number.parseInt(seat, 10), seatsOf(seat)))
  const map = mapOf(rows, { first_row_index: 1, last_row_index: 1 })
  const { container } = setup(<SeatChart map={map} flight="BA 178" renderSeat={renderSeat} />)

  expect([...container.querySelectorAll('.wing')].map((line) => line.textContent)).toEqual(['2A'])
})
