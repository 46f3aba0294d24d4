'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type CSSProperties, Fragment, type KeyboardEventHandler, type ReactNode, useRef } from 'react'
import type { SeatMap } from '@/lib/api/types'
import {
  exitSides,
  hasFacilities,
  hasSeats,
  isOverWing,
  joined,
  placed,
  type SeatElement,
  sectionColumns,
} from '@/lib/seats'
import { useScrollEdges } from '@/lib/use-scroll-edges'
import * as words from '@/messages/components/seats'
import { fadedEdges } from '@/theme/faded-edges'
import { FacilityMark } from './facility-mark'
import { seatStyles } from './seat-mark'

type Cabin = SeatMap['cabins'][number]
type Row = Cabin['rows'][number]

/**
 * What is wider than the card scrolls inside of the frame, never the page; the faded edge says that more is there. On
 * a phone the frame takes most of the card's padding for it.
 */
const Frame = chakra('div', {
  base: {
    containerType: 'inline-size',
    mx: { base: '-3', md: '0' },
    overflowX: 'auto',
    pb: '1',
    ...fadedEdges,
  },
})

const Hull = chakra('div', {
  base: {
    '--side': { base: '0.25rem', md: '1.25rem' },
    '--gap': { base: '0.125rem', md: '0.3125rem' },
    '--aisle': { base: '1rem', md: '1.75rem' },
    w: 'max-content',
    minW: 'min(18rem, 100%)',
    mx: 'auto',
    pt: '12',
    px: 'var(--side)',
    pb: '6',
    bg: 'surface.inset',
    border: '1.5px solid {colors.line.strong}',
    borderBottom: '0',
    borderRadius: { base: '50% 50% 0 0 / 8.5rem 8.5rem 0 0', md: '50% 50% 0 0 / 11rem 11rem 0 0' },
    '& .nose': {
      position: 'sticky',
      left: '0',
      w: 'min(100%, 100cqi)',
      minH: '4.5rem',
      textAlign: 'center',
      textStyle: 'xs',
      color: 'fg.muted',
      '& b': { display: 'block' },
    },
    '& .row': {
      position: 'relative',
      display: 'flex',
      justifyContent: 'center',
      gap: 'var(--gap)',
      mb: 'max(var(--gap), 0.25rem)',
      '& > .aisle': { display: 'grid', placeItems: 'center' },
    },
    '& .aisle': { w: 'var(--aisle)', textStyle: 'micro', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    // One bar along each side of the cabin, through the gaps between the rows.
    '& .wing::before, & .wing::after': {
      content: '""',
      position: 'absolute',
      top: '0',
      bottom: 'calc(-1 * max(var(--gap), 0.25rem))',
      w: { base: '0.1875rem', md: '0.625rem' },
      bg: 'line.strong',
    },
    '& .wing::before': { left: 'calc(-1 * var(--side))' },
    '& .wing::after': { right: 'calc(-1 * var(--side))' },
    '& .exit': {
      position: 'relative',
      display: 'flex',
      justifyContent: 'space-between',
      py: '2',
      textStyle: 'micro',
      fontWeight: 'semibold',
      color: 'link',
    },
    ...seatStyles,
    // Never too small for a thumb; on a phone larger where the window has room.
    '--seat': {
      base: 'clamp(2.25rem, calc((100cqi - 4px - 2 * var(--side) - var(--aisles) * var(--aisle) - (var(--columns) + var(--aisles) - 1) * var(--gap)) / var(--columns)), 2.375rem)',
      md: '2.25rem',
    },
  },
})

/** Seats across and the aisles between them, where the aircraft is widest. */
function widthOf({ cabins }: SeatMap) {
  const sections = cabins.map((cabin) => sectionColumns(cabin))
  return {
    '--columns': Math.max(1, ...sections.map((columns) => columns.flat().length)),
    '--aisles': Math.max(0, ...sections.map((columns) => columns.length - 1)),
  } as CSSProperties
}

interface Props {
  map: SeatMap
  /** The flight that the seats belong to: "BA 178". */
  flight: string
  renderSeat: (element: SeatElement, cabinClass: string) => ReactNode
  /** Where seats are chosen: the chart is a grid of cells that the keyboard moves in. */
  onKeyDown?: KeyboardEventHandler
}

/** A cabin from above, nose up. */
export function SeatChart({ map, flight, renderSeat, onKeyDown }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const more = useScrollEdges(frame)
  const isGrid = onKeyDown !== undefined
  const label = words.seatsOf({ flight })
  const cabins = map.cabins.map((cabin) => (
    <CabinRows
      key={`${cabin.deck}${cabin.cabin_class}`}
      cabin={cabin}
      isGrid={isGrid}
      renderSeat={(element) => renderSeat(element, cabin.cabin_class)}
    />
  ))
  return (
    <Frame
      ref={frame}
      data-more={more || undefined}
      {...(isGrid ? {} : { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      <Hull style={widthOf(map)}>
        <p className="nose">
          {words.front}
          <b>{flight}</b>
          {more && words.scrollSideways}
        </p>
        {isGrid ? (
          // biome-ignore lint/a11y/useSemanticElements: a table's rows could not be drawn as the cabin is.
          <div role="grid" aria-label={label} onKeyDown={onKeyDown}>
            {cabins}
          </div>
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: as above.
          <div role="list">{cabins}</div>
        )}
      </Hull>
    </Frame>
  )
}

interface CabinProps {
  cabin: Cabin
  isGrid: boolean
  renderSeat: (element: SeatElement) => ReactNode
}

function CabinRows({ cabin, isGrid, renderSeat }: CabinProps) {
  const columns = sectionColumns(cabin)
  return cabin.rows.map((row, index) => (
    <CabinRow
      // biome-ignore lint/suspicious/noArrayIndexKey: rows of a cabin keep their places, and some have no number.
      key={index}
      row={row}
      columns={columns}
      isOverWing={isOverWing(cabin, index)}
      isGrid={isGrid}
      renderSeat={renderSeat}
    />
  ))
}

type RowProps = Omit<CabinProps, 'cabin'> & {
  row: Row
  columns: readonly (readonly string[])[]
  isOverWing: boolean
}

/** To look at, the cabin is a list of its rows. The grid has only rows with seats: nothing else can be gone to. */
function roleOf(isGrid: boolean, hasSeats: boolean) {
  if (!isGrid) return { role: 'listitem' }
  return hasSeats ? { role: 'row' } : { 'aria-hidden': true }
}

function CabinRow(props: RowProps) {
  const { row, isGrid, isOverWing: wing } = props
  if (hasSeats(row) || hasFacilities(row)) return <SeatRow {...props} />
  const sides = exitSides(row)
  if (sides.length === 0) return null
  return (
    <div className={wing ? 'exit wing' : 'exit'} {...roleOf(isGrid, false)}>
      <span>{sides.includes('left') && words.exit}</span>
      <span aria-hidden={sides.includes('left')}>{sides.includes('right') && words.exit}</span>
    </div>
  )
}

/**
 * Column by column, so that a short row stands under the others. Its number stands in every aisle, in sight of the
 * seats on either side; it is read once.
 */
function SeatRow({ row, columns, isOverWing: wing, isGrid, renderSeat }: RowProps) {
  return (
    <div className={wing ? 'row wing' : 'row'} {...roleOf(isGrid, hasSeats(row))}>
      {row.sections.map(({ elements }, section) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections keep their places.
        <Fragment key={section}>
          {section > 0 && (
            <span className="aisle" aria-hidden={isGrid || section > 1}>
              {row.number}
            </span>
          )}
          {joined(placed(elements, columns[section] ?? [])).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: seats keep their places, and some have no designator.
            <Fragment key={index}>
              {'span' in part ? <FacilityMark {...part} isHidden={isGrid} /> : renderSeat(part)}
            </Fragment>
          ))}
        </Fragment>
      ))}
    </div>
  )
}
