'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, type Ref, useRef } from 'react'
import { Hidden } from '@/components/ui/layout'
import type { FareCell, FareOnDay } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { formatDay } from '@/lib/dates'
import { formatPrice } from '@/lib/money'
import * as cellWords from '@/messages/dates/cells'
import * as words from '@/messages/dates/graph'
import { useChosenInView } from '../hooks/use-chosen-in-view'
import { useFollowedFocus } from '../hooks/use-followed-focus'
import { useNow } from '../hooks/use-now'
import { ageOf } from '../lib/age'
import { figureOf, markOf } from '../lib/cell-words'
import { keyOf } from '../lib/cells'
import { DatesLink } from './dates-link'

const Frame = chakra('div', {
  base: {
    maxH: '20rem',
    overflow: 'auto',
    // A day that takes the focus is not below the heads.
    scrollPaddingTop: '3rem',
    outlineOffset: '-2px',
    '& table': { w: 'full', borderCollapse: 'separate', borderSpacing: '0', textStyle: 'sm' },
    '& th, & td': {
      px: '2',
      py: '1.5',
      textAlign: 'start',
      fontVariantNumeric: 'tabular-nums',
      borderBottom: '1px solid {colors.line}',
    },
    '& thead th': { position: 'sticky', top: '0', bg: 'surface', color: 'fg.muted', fontWeight: 'medium' },
    '& tbody th': { fontWeight: 'normal', '& a': { display: 'inline-block', py: { base: '3', md: '1' } } },
    '& td small': { display: 'block', fontSize: 'micro' },
    '& [aria-current=true]': { fontWeight: 'semibold' },
  },
})

interface SheetProps {
  label: string
  heads: readonly string[]
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** Scrolls by itself; a reader without a pointer moves it by the arrow keys. */
function Sheet({ label, heads, children, ref }: SheetProps) {
  return (
    <Frame ref={ref} role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Frame>
  )
}

/** What the bars show, with the age of each price. A day leads to the search of its dates. */
export function GraphTable({ criteria, cells }: { criteria: SearchCriteria; cells: readonly FareCell[] }) {
  const sheet = useRef<HTMLDivElement>(null)
  const now = useNow()
  useChosenInView(sheet)
  useFollowedFocus(criteria, sheet)
  const isRound = criteria.returnDate !== null
  const heads = [words.leave, ...(isRound ? [words.back] : []), words.price, words.nonstop, words.seen]
  return (
    <Sheet ref={sheet} label={words.tableLabel} heads={heads}>
      {cells.map((cell) => (
        <tr key={keyOf(cell)}>
          <th scope="row">
            <DatesLink criteria={criteria} cell={cell}>
              {formatDay(cell.departureDate)}
            </DatesLink>
          </th>
          {isRound && <td>{formatDay(cell.returnDate)}</td>}
          <td>
            <Figure cell={cell} />
          </td>
          <td>{cell.nonstopAmount && formatPrice(cell.nonstopAmount, cell.currency ?? undefined)}</td>
          <td>{cell.observedAt && ageOf(cell.observedAt, now).short}</td>
        </tr>
      ))}
    </Sheet>
  )
}

/** What a day costs, and what that is among the others. */
function Figure({ cell }: { cell: FareCell }) {
  const mark = markOf(cell)
  if (cell.state === 'unknown') {
    return (
      <>
        <span aria-hidden="true">{figureOf(cell)}</span>
        <Hidden>{cellWords.notLookedUp}</Hidden>
      </>
    )
  }
  return (
    <>
      {figureOf(cell)}
      {mark && <small>{mark}</small>}
    </>
  )
}

export function HistoryTable({ history }: { history: readonly FareOnDay[] }) {
  return (
    <Sheet label={words.historyTableLabel} heads={[words.day, words.price]}>
      {history.map(({ day, amount, currency }) => (
        <tr key={day}>
          <th scope="row">{formatDay(day)}</th>
          <td>{formatPrice(amount, currency)}</td>
        </tr>
      ))}
    </Sheet>
  )
}
