'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Button } from '@/components/ui/button'
import type { SeatMap } from '@/lib/api/types'
import { formatTotal } from '@/lib/money'
import { isFree, seatElements } from '@/lib/seats'
import type { SeatPicker, SeatView } from '../hooks/use-seat-picker'
import { seatName } from './seat-plan'

const Table = chakra('table', {
  base: {
    w: 'full',
    borderCollapse: 'collapse',
    textStyle: 'sm',
    '& caption': { srOnly: true },
    '& th': { textAlign: 'left', textStyle: 'xs', fontWeight: 'semibold', color: 'fg.muted' },
    '& th, & td': { p: '2' },
    '& tbody tr': { borderTop: '1px solid {colors.line}' },
    '& tbody th': { color: 'ink', textStyle: 'sm' },
    '& td:last-child': { textAlign: 'right' },
    '& small': { display: 'block', textStyle: 'xs', color: 'fg.muted' },
  },
})

const kindOf = ({ element, isLegroom }: SeatView) => element.name ?? (isLegroom ? 'Extra legroom' : 'Standard')

/** The same seats as the map, as a table: only those that can be had. */
export function SeatList({ map, picker }: { map: SeatMap; picker: SeatPicker }) {
  const views = seatElements(map)
    .map(({ element, cabinClass }) => picker.view(element, cabinClass))
    .filter(({ offer, holder }) => offer !== null || holder > 0)
  return (
    <Table>
      <caption>Seats for {picker.nameOf(picker.activeId)}</caption>
      <thead>
        <tr>
          <th scope="col">Seat</th>
          <th scope="col">Kind</th>
          <th scope="col">Price</th>
          <th scope="col">
            <chakra.span srOnly>Choice</chakra.span>
          </th>
        </tr>
      </thead>
      <tbody>
        {views.map((view) => (
          <SeatRow key={view.element.designator} view={view} picker={picker} />
        ))}
      </tbody>
    </Table>
  )
}

function SeatRow({ view, picker }: { view: SeatView; picker: SeatPicker }) {
  const { element, offer, holder, isMine } = view
  const word = isMine ? 'Give back' : holder > 0 ? `Passenger ${holder}` : 'Choose'
  return (
    <tr>
      <th scope="row">{element.designator}</th>
      <td>
        {kindOf(view)}
        {element.disclosures.map((words) => (
          <small key={words}>{words}</small>
        ))}
      </td>
      <td>{offer && (isFree(offer) ? 'No charge' : formatTotal(offer.amount, offer.currency))}</td>
      <td>
        <Button
          size="sm"
          variant={isMine ? 'secondary' : 'outline'}
          aria-label={`${word}: ${seatName(view)}`}
          onClick={() => picker.pick(view)}
        >
          {word}
        </Button>
      </td>
    </tr>
  )
}
