'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Row, Stack, Text } from '@/components/ui/layout'
import { Segmented } from '@/components/ui/segmented'
import type { SeatMap } from '@/lib/api/types'
import { formatTotal } from '@/lib/money'
import { isFree } from '@/lib/seats'
import { seatElements } from '@/lib/sold-seats'
import * as words from '@/messages/booking/seats'
import * as seatWords from '@/messages/components/seats'
import { usePicker } from '../../hooks/use-seat-picker'
import {
  isOpen,
  type SeatOrder,
  type SeatView,
  seatKindWords,
  seatOrders,
  sortSeats,
  spokenSeat,
} from '../../lib/seat-words'

const Table = chakra('table', {
  base: {
    w: 'full',
    borderCollapse: 'collapse',
    textStyle: 'sm',
    '& caption': { srOnly: true },
    '& th': { textAlign: 'start', textStyle: 'xs', fontWeight: 'semibold', color: 'fg.muted' },
    '& th, & td': { p: '2' },
    '& th:first-of-type': { ps: '0' },
    '& tbody tr': { borderTop: '1px solid {colors.line}' },
    '& tbody th': { color: 'ink', textStyle: 'sm' },
    '& .price': { textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
    '& td:last-child': { pe: '0', textAlign: 'end' },
    '& small': { display: 'block', textStyle: 'xs', color: 'fg.muted' },
  },
})

/** Seen by who comes to it with the keyboard: a large aircraft has a hundred buttons in its list. */
const SkipButton = chakra(Button, { base: { justifySelf: 'start', '&:not(:focus-visible)': { srOnly: true } } })

const orderLabels: Record<SeatOrder, string> = {
  row: words.byRow,
  window: words.byWindow,
  aisle: words.byAisle,
  price: words.byPrice,
}
const orders = seatOrders.map((value) => ({ value, label: orderLabels[value] }))

/** The same seats as the map, as a table: only those that this passenger can have. */
export function SeatList({ map }: { map: SeatMap }) {
  const picker = usePicker()
  const [order, setOrder] = useState<SeatOrder>('row')
  const end = useRef<HTMLSpanElement>(null)
  const views = seatElements(map).flatMap(({ element, cabinClass }) => picker.view(element, cabinClass) ?? [])
  return (
    <Stack gap="4">
      <Row flexWrap="wrap">
        <Text aria-hidden="true" textStyle="sm" color="fg.muted">
          {words.sortBy}
        </Text>
        <Segmented legend={words.sortLegend} value={order} options={orders} onChange={setOrder} />
      </Row>
      <SkipButton type="button" size="sm" variant="outline" onClick={() => end.current?.focus()}>
        {words.skipList}
      </SkipButton>
      <Table>
        <caption>{words.listCaption({ name: picker.nameOf(picker.activeId) })}</caption>
        <thead>
          <tr>
            <th scope="col">{words.seatColumn}</th>
            <th scope="col">{words.kindColumn}</th>
            <th scope="col" className="price">
              {words.priceColumn}
            </th>
            <th scope="col">
              <chakra.span srOnly>{words.choiceColumn}</chakra.span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sortSeats(views.filter(isOpen), order).map((view) => (
            <SeatRow key={view.element.designator} view={view} onPick={() => picker.pick(view)} />
          ))}
        </tbody>
      </Table>
      <chakra.span ref={end} srOnly tabIndex={-1}>
        {words.listEnd}
      </chakra.span>
    </Stack>
  )
}

function SeatRow({ view, onPick }: { view: SeatView; onPick: () => void }) {
  const { element, offer, holder, isMine } = view
  const action = isMine ? words.remove : holder > 0 ? words.passenger({ number: holder }) : words.choose
  return (
    <tr>
      <th scope="row">{element.designator}</th>
      <td>
        {seatKindWords(view)}
        {element.disclosures.map((disclosure) => (
          <small key={disclosure}>{disclosure}</small>
        ))}
      </td>
      <td className="price">{offer && (isFree(offer) ? seatWords.free : formatTotal(offer.amount, offer.currency))}</td>
      <td>
        <Button
          size="sm"
          variant={isMine ? 'secondary' : 'outline'}
          aria-label={words.action({ action, seat: spokenSeat(view) })}
          onClick={onPick}
        >
          {action}
        </Button>
      </td>
    </tr>
  )
}
