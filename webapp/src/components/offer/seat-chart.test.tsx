import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { cabin } from '@/testing/seats'
import { SeatChart } from './seat-chart'

const map = cabin(['15ABC|DEFG|HJK', '16ABC|DEFG|HJK'])
const renderSeat = ({ designator }: { designator: string | null }) => <span>{designator}</span>

test('s126 a cabin wider than the window says on which side more of it is', () => {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(260)
  setup(<SeatChart map={map} flight="BA 178" renderSeat={renderSeat} />)
  const edge = screen.getByRole('region', { name: 'Seats of BA 178' })
  expect(edge).toHaveAttribute('data-more', 'right')

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
})

test('s126 a row has its number in sight of the seats on both sides of each aisle, and is read once', () => {
  setup(<SeatChart map={map} flight="BA 178" renderSeat={renderSeat} />)

  const numbers = screen.getAllByText('15')
  expect(numbers.map((number) => number.previousElementSibling?.textContent)).toEqual(['15C', '15G'])
  expect(numbers.map((number) => number.getAttribute('aria-hidden'))).toEqual(['false', 'true'])
})
