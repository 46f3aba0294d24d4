'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useMemo, useRef } from 'react'
import type { FareCell } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { formatDay } from '@/lib/dates'
import { useScrollEdges } from '@/lib/use-scroll-edges'
import * as words from '@/messages/dates/panel'
import { chosenInForcedColors } from '@/theme/forced-colors'
import { useChosenInView } from '../hooks/use-chosen-in-view'
import { useGridFocus } from '../hooks/use-grid-focus'
import { linesOf, nameOf } from '../lib/cell-words'
import { areSameDates, type CellRow, keyOf, tableOf } from '../lib/cells'
import { type Third, thirdsOf } from '../lib/thirds'
import { DatesLink } from './dates-link'

/** The widths of the column of returns and of the others, and the room between two cells. */
const FIXED = '5.5rem'
const COLUMN = '6.5rem'
const GAP = '3px'

/** Scrolls by itself, whole columns at a time; the days of return stay where they are. */
const Frame = chakra('div', {
  base: {
    position: 'relative',
    overflowX: 'auto',
    containerType: 'inline-size',
    // No column rests below the first one, and no cell that takes the focus.
    scrollSnapType: 'x mandatory',
    scrollPaddingInlineStart: `calc(${FIXED} + ${GAP})`,
    '& thead th:not(:first-of-type)': { scrollSnapAlign: 'start' },
    // More days follow.
    '&[data-more~=right]': { maskImage: 'linear-gradient(90deg, #000 calc(100% - 2.5rem), transparent)' },
    '& table': { w: 'full', borderCollapse: 'separate', borderSpacing: GAP, fontVariantNumeric: 'tabular-nums' },
    // Where columns scroll, they do so to the end: the last ones leave the room of the column that does not fit.
    '@container (max-width: 52.6rem)': {
      '& table': { pe: `calc(mod(100cqi - ${FIXED} - 2 * ${GAP}, ${COLUMN} + ${GAP}) + ${GAP})` },
    },
    '& th': { p: '1', textStyle: 'xs', fontWeight: 'medium', color: 'fg.muted', textAlign: 'start' },
    '& th small': { display: 'block', fontSize: 'micro', fontWeight: 'normal' },
    '& th b': { color: 'ink', fontWeight: 'semibold', whiteSpace: 'nowrap' },
    '& tr > th:first-of-type': {
      position: 'sticky',
      insetStart: '0',
      zIndex: '1',
      minW: FIXED,
      bg: 'surface',
    },
    '& td': { p: '0', minW: COLUMN, h: '1px' },
    '& td a': {
      display: 'grid',
      alignContent: 'center',
      h: 'full',
      // On a phone a mark takes a second line: rows are as high before numbers come.
      minH: { base: '20', md: '16' },
      px: '2',
      py: '1.5',
      border: '1px solid {colors.line}',
      borderRadius: 'md',
      color: 'ink',
      textStyle: 'xs',
      textDecoration: 'none',
      _hover: { borderColor: 'route' },
      _focusVisible: { outlineOffset: '-2px' },
      '& b': { fontSize: 'sm', fontWeight: 'semibold' },
      '& small': { fontSize: 'micro', color: 'fg' },
    },
    '& [data-third=low]': { bg: 'success.soft' },
    '& [data-third=middle]': { bg: 'surface.inset' },
    '& [data-third=high]': { bg: 'warning.soft' },
    '& [aria-current=true]': {
      borderColor: 'route',
      boxShadow: 'inset 0 0 0 1px {colors.route}',
      ...chosenInForcedColors,
    },
  },
})

interface Props {
  criteria: SearchCriteria
  cells: readonly FareCell[]
  currency: string | null
  now: number
}

/** Prices by departure and return; of one way, by departure alone. A cell leads to the search of its dates. */
export function DateGrid({ criteria, cells, currency, now }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const more = useScrollEdges(frame)
  const table = useMemo(() => tableOf(cells), [cells])
  const thirds = useMemo(() => thirdsOf(cells, currency), [cells, currency])
  const { grid, active, onKeyDown, onVisit } = useGridFocus(criteria, table)
  useChosenInView(frame)
  const isRound = criteria.returnDate !== null
  return (
    <Frame ref={frame} data-more={more || undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a grid on a table, as ARIA has it */}
      <table ref={grid} role="grid" aria-label={isRound ? words.gridLabel : words.stripLabel} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col">{isRound ? words.back : words.leave}</th>
            {table.departures.map((day) => (
              <th key={day} scope="col">
                {isRound && <small>{words.leave}</small>}
                <b>{formatDay(day)}</b>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.returnDate ?? ''}>
              <RowHead row={row} />
              {row.cells.map((cell, column) =>
                cell ? (
                  <Cell
                    key={keyOf(cell)}
                    criteria={criteria}
                    cell={cell}
                    third={thirds.get(keyOf(cell))}
                    now={now}
                    isStop={keyOf(cell) === active}
                    onVisit={onVisit}
                  />
                ) : (
                  <td key={table.departures[column]} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  )
}

const RowHead = ({ row: { returnDate } }: { row: CellRow }) => (
  <th scope="row">{returnDate === null ? words.price : <b>{formatDay(returnDate)}</b>}</th>
)

interface CellProps {
  criteria: SearchCriteria
  cell: FareCell
  third: Third | undefined
  now: number
  /** The tab key stops here. */
  isStop: boolean
  onVisit: (key: string) => void
}

function Cell({ criteria, cell, third, now, isStop, onVisit }: CellProps) {
  const isChosen = areSameDates(cell, criteria)
  const { figure, age, marks } = linesOf(cell, { isChosen, third, now })
  return (
    <td>
      <DatesLink
        criteria={criteria}
        cell={cell}
        data-dates={keyOf(cell)}
        data-third={third}
        tabIndex={isStop ? 0 : -1}
        aria-label={nameOf(cell, { isChosen, third, now })}
        onFocus={() => onVisit(keyOf(cell))}
      >
        <b>{figure}</b>
        <small>{age}</small>
        <small>{marks}</small>
      </DatesLink>
    </td>
  )
}
