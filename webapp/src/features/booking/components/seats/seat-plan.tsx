'use client'
import { lookOf } from '@/components/offer/cabin'
import { SeatChart } from '@/components/offer/seat-chart'
import { legendOf, priceSpan } from '@/components/offer/seat-legend'
import type { LegendEntry } from '@/components/offer/seat-mark'
import { Box } from '@/components/ui/layout'
import type { SeatMap, Segment } from '@/lib/api/types'
import { flightNumber } from '@/lib/flights'
import { isRestricted } from '@/lib/seats'
import { seatElements } from '@/lib/sold-seats'
import * as words from '@/messages/booking/seats'
import { useTrip } from '../../hooks/booking-contexts'
import { useSeatGrid } from '../../hooks/use-seat-grid'
import { usePicker } from '../../hooks/use-seat-picker'
import { choiceOf } from '../../lib/seat-choices'
import { isOpen, type SeatView, seatLine, spokenSeat } from '../../lib/seat-words'
import { focusPassengerPicker } from './passenger-picker'
import { SeatPrices } from './seat-prices'
import { SeatTeller } from './seat-teller'

const ours: LegendEntry[] = [
  { look: 'mine', label: words.legendMine, note: words.legendMineNote, mark: '1' },
  { look: 'theirs', label: words.legendTheirs, mark: '2' },
]
const barred: LegendEntry = { look: 'barred', label: words.legendBarred, note: words.legendBarredNote }

function classOf({ element, offer, barrier, holder, isMine }: SeatView) {
  if (isMine) return 'mine'
  if (holder > 0) return 'theirs'
  if (isRestricted(element)) return 'unavailable'
  if (!offer) return 'taken'
  return barrier ? 'barred' : lookOf(element, offer)
}

interface SeatProps {
  view: SeatView
  isTabStop: boolean
  onPick: (view: SeatView) => void
}

/** A cell of the grid. What can't be chosen can be visited still, and says why. */
function Seat({ view, isTabStop, onPick }: SeatProps) {
  const shared = {
    role: 'gridcell',
    'aria-selected': view.isMine,
    className: `seat ${classOf(view)}`,
    'aria-label': spokenSeat(view),
    title: seatLine(view),
    'data-seat': view.facts.key,
    tabIndex: isTabStop ? 0 : -1,
  }
  if (!isOpen(view)) {
    return (
      <span {...shared} aria-disabled="true">
        {view.facts.letter}
      </span>
    )
  }
  return (
    <button {...shared} type="button" onClick={() => onPick(view)}>
      {view.holder > 0 ? view.holder : view.facts.letter}
    </button>
  )
}

interface Props {
  map: SeatMap
  segment: Segment
}

export function SeatPlan({ map, segment }: Props) {
  const { seats } = useTrip()
  const picker = usePicker()
  const views = seatElements(map).flatMap(({ element, cabinClass }) => picker.view(element, cabinClass) ?? [])
  const byKey = new Map(views.map((view) => [view.facts.key, view]))
  const byElement = new Map(views.map((view) => [view.element, view]))
  const own = choiceOf(seats, picker.segmentId, picker.activeId)?.designator
  const first = own ?? views.find(isOpen)?.element.designator ?? undefined
  const refuse = (key: string) => {
    const view = byKey.get(key)
    if (view) picker.refuse(view)
  }
  const { tabStop, visit, onKeyDown } = useSeatGrid(picker.facts, first, { exit: focusPassengerPicker, refuse })
  // Of a chosen seat the toast and the row of passengers have said it: one notice at a time.
  const lineOf = (view: SeatView | undefined) => (view && view.holder === 0 ? seatLine(view) : undefined)
  const isBarred = views.some(({ offer, barrier }) => offer && barrier)
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 13rem' }}
      gap={{ base: '4', md: '6' }}
      alignItems="start"
    >
      {/* First, so that prices and marks are known before the map; beside it where there is room. */}
      <Box gridColumn={{ lg: '2' }} gridRow={{ lg: '1' }} position={{ lg: 'sticky' }} top={{ lg: '6rem' }}>
        <SeatPrices
          name={picker.nameOf(picker.activeId)}
          span={priceSpan(map, picker.activeId)}
          entries={[...legendOf(map, picker.activeId), ...(isBarred ? [barred] : []), ...ours]}
        />
      </Box>
      <SeatTeller lineOf={(key) => lineOf(byKey.get(key))} onVisit={visit}>
        <SeatChart
          map={map}
          flight={flightNumber(segment)}
          onKeyDown={onKeyDown}
          renderSeat={(element) => {
            const view = byElement.get(element)
            return view && <Seat view={view} isTabStop={view.facts.key === tabStop} onPick={picker.pick} />
          }}
        />
      </SeatTeller>
    </Box>
  )
}
