'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Fragment, type ReactNode } from 'react'
import type { SeatMap } from '@/lib/api/types'
import { columnLetters, hasSeats, isExitRow, rowWords, type SeatElement } from '@/lib/seats'
import { seatStyles } from './seat-mark'

type Cabin = SeatMap['cabins'][number]
type Row = Cabin['rows'][number]

/** Wide bodies scroll sideways inside of the frame, never the page; by keyboard too. */
const Frame = chakra('div', { base: { overflowX: 'auto', pb: '1' } })

const Hull = chakra('div', {
  base: {
    w: 'max-content',
    minW: '18rem',
    mx: 'auto',
    pt: '7.5rem',
    px: '5',
    pb: '6',
    position: 'relative',
    bg: 'surface.inset',
    border: '1.5px solid {colors.line.strong}',
    borderBottom: '0',
    borderRadius: '50% 50% 0 0 / 13rem 13rem 0 0',
    '& .nose': {
      position: 'absolute',
      top: '12',
      insetX: '0',
      textAlign: 'center',
      textStyle: 'xs',
      color: 'fg.muted',
      '& b': { display: 'block' },
    },
    '& .row, & .letters': {
      display: 'flex',
      justifyContent: 'center',
      gap: '0.3125rem',
      mb: '0.3125rem',
      '& > span': { display: 'grid', placeItems: 'center' },
    },
    '& .aisle': { w: '7', textStyle: 'micro', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    '& .letters span': { w: 'var(--seat)', textStyle: 'micro', fontWeight: 'semibold', color: 'fg.muted' },
    '& .letters .aisle': { w: '7' },
    '& .exit': {
      display: 'flex',
      justifyContent: 'space-between',
      my: '2',
      textStyle: 'micro',
      fontWeight: 'semibold',
      color: 'link',
    },
    '& .block': {
      mb: '3',
      p: '1',
      border: '1px dashed {colors.line.strong}',
      borderRadius: 'sm',
      textAlign: 'center',
      textStyle: 'micro',
      color: 'fg.muted',
    },
    ...seatStyles,
  },
})

interface Props {
  map: SeatMap
  /** The flight that the seats belong to: "BA 178". */
  flight: string
  renderSeat: (element: SeatElement, cabinClass: string) => ReactNode
}

/** A cabin from above, nose up. */
export function SeatChart({ map, flight, renderSeat }: Props) {
  return (
    <Frame role="region" aria-label={`Seats of ${flight}`} tabIndex={0}>
      <Hull>
        <p className="nose">
          Front of the aircraft
          <b>{flight}</b>
        </p>
        {map.cabins.map((cabin) => (
          <CabinRows
            key={`${cabin.deck}${cabin.cabin_class}`}
            cabin={cabin}
            renderSeat={(element) => renderSeat(element, cabin.cabin_class)}
          />
        ))}
      </Hull>
    </Frame>
  )
}

interface CabinProps {
  cabin: Cabin
  renderSeat: (element: SeatElement) => ReactNode
}

function CabinRows({ cabin, renderSeat }: CabinProps) {
  return (
    <>
      <div className="letters" aria-hidden="true">
        {columnLetters(cabin).map((letters, section) => (
          <Fragment key={letters.join('')}>
            {section > 0 && <span className="aisle" />}
            {letters.map((letter) => (
              <span key={letter}>{letter}</span>
            ))}
          </Fragment>
        ))}
      </div>
      {cabin.rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a cabin keep their places, and some have no number.
        <SeatRow key={index} row={row} renderSeat={renderSeat} />
      ))}
    </>
  )
}

function SeatRow({ row, renderSeat }: { row: Row; renderSeat: CabinProps['renderSeat'] }) {
  if (!hasSeats(row)) {
    const words = rowWords(row)
    if (isExitRow(row)) {
      return (
        <div className="exit">
          <span>Exit</span>
          <span aria-hidden="true">Exit</span>
        </div>
      )
    }
    return words ? <div className="block">{words}</div> : null
  }
  return (
    <div className="row">
      {row.sections.map(({ elements }, section) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections keep their places.
        <Fragment key={section}>
          {section > 0 && <span className="aisle">{section === 1 ? row.number : ''}</span>}
          {elements.map((element, index) => (
            <Fragment key={element.designator ?? `${element.type}${index}`}>
              {element.type === 'seat' ? renderSeat(element) : <span className="none" />}
            </Fragment>
          ))}
        </Fragment>
      ))}
    </div>
  )
}
