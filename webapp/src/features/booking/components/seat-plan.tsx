'use client'
import { SeatChart } from '@/components/offer/seat-chart'
import { legendOf } from '@/components/offer/seat-legend'
import { type LegendEntry, SeatLegend } from '@/components/offer/seat-mark'
import { Box, Text } from '@/components/ui/layout'
import type { SeatMap, Segment } from '@/lib/api/types'
import { flightNumber } from '@/lib/flights'
import { formatTotal } from '@/lib/money'
import { isFree } from '@/lib/seats'
import type { SeatPicker, SeatView } from '../hooks/use-seat-picker'

const ours: LegendEntry[] = [
  { look: 'mine', label: 'Chosen for this passenger', note: 'filled circle', mark: '1' },
  { look: 'theirs', label: 'Others of your party', note: 'open circle', mark: '2' },
]

function lookOf({ offer, isLegroom, holder, isMine }: SeatView) {
  if (isMine) return 'mine'
  if (holder > 0) return 'theirs'
  if (!offer) return 'taken'
  if (isLegroom) return 'legroom'
  return isFree(offer) ? 'free' : ''
}

/** "15A, $18", and whose it is. */
export function seatName({ element, offer, holder }: SeatView) {
  const price = offer && (isFree(offer) ? 'no charge' : formatTotal(offer.amount, offer.currency))
  return [element.designator, price ?? 'taken', holder > 0 && `passenger ${holder}`].filter(Boolean).join(', ')
}

function SeatButton({ view, onPick }: { view: SeatView; onPick: (view: SeatView) => void }) {
  return (
    <button
      type="button"
      className={`seat ${lookOf(view)}`}
      aria-label={seatName(view)}
      aria-pressed={view.isMine}
      disabled={!view.offer && view.holder === 0}
      title={[seatName(view), ...view.element.disclosures].join('. ')}
      onClick={() => onPick(view)}
    >
      {view.holder > 0 && view.holder}
    </button>
  )
}

interface Props {
  map: SeatMap
  segment: Segment
  picker: SeatPicker
}

export function SeatPlan({ map, segment, picker }: Props) {
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 13rem' }}
      gap="6"
      alignItems="start"
    >
      <SeatChart
        map={map}
        flight={flightNumber(segment)}
        renderSeat={(element, cabinClass) => (
          <SeatButton view={picker.view(element, cabinClass)} onPick={picker.pick} />
        )}
      />
      <div>
        <SeatLegend entries={[...legendOf(map), ...ours]} />
        <Text mt="4" textStyle="xs" color="fg.muted">
          Seats are held once payment goes through. A chosen seat pressed again is given back.
        </Text>
      </div>
    </Box>
  )
}
