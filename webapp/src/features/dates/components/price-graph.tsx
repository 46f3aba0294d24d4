'use client'
import { useCallback, useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { Box, Row, Stack, Text } from '@/components/ui/layout'
import type { FareCell, FareGraph } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { daysBetween, formatDay } from '@/lib/dates'
import { formatPrice } from '@/lib/money'
import * as cellWords from '@/messages/dates/cells'
import * as words from '@/messages/dates/graph'
import { fetchGraph, graphKey } from '../api/dates'
import { useKept } from '../hooks/use-kept'
import { useSeen } from '../hooks/use-seen'
import { barsOf, historyBars } from '../lib/bars'
import { figureOf } from '../lib/cell-words'
import { cellOf, type FoundPrice, shownOf } from '../lib/cells'
import { Bars, ChosenMark } from './bars'
import { GraphTable, HistoryTable } from './graph-tables'
import { InsightLine } from './insight-line'
import { Failed, GraphLoading, Off } from './states'

/** Fewer days are no history. */
const FEWEST_DAYS = 7
/** Fewer prices make no picture of two months. */
const FEWEST_PRICES = 5

const stayOf = ({ departureDate, returnDate }: SearchCriteria) =>
  returnDate === null ? null : daysBetween(departureDate, returnDate)

interface Props {
  criteria: SearchCriteria
  isSettled: boolean
  found: FoundPrice | null
  /** Shows the days around. */
  onGrid: () => void
}

/** The lowest prices seen of the departures around the chosen one, and of the chosen dates day by day. */
export function PriceGraph({ criteria, isSettled, found, onGrid }: Props) {
  const stay = stayOf(criteria)
  const read = useCallback((isFresh?: boolean) => fetchGraph(criteria, stay, isFresh), [criteria, stay])
  const { answer, error, isTrying, retry } = useSeen(graphKey(criteria, stay), read, isSettled)
  if (!answer && error) return <Failed error={error} isTrying={isTrying} onRetry={retry} />
  if (!answer) return <GraphLoading />
  if (answer.bars.length === 0) return <Off notice={answer.notice} />
  return <Graph criteria={criteria} answer={answer} stay={stay} found={found} onGrid={onGrid} />
}

interface GraphProps extends Pick<Props, 'criteria' | 'found' | 'onGrid'> {
  answer: FareGraph
  stay: number | null
}

/** "Leaving Wed, Dec 16 to Sun, Feb 14, returning 7 days later" */
function titleOf(bars: readonly FareCell[], stay: number | null) {
  const days = { from: formatDay(bars[0]?.departureDate), to: formatDay(bars.at(-1)?.departureDate) }
  return stay === null ? words.title(days) : words.titleWithStay({ ...days, days: stay })
}

function Graph({ criteria, answer, stay, found, onGrid }: GraphProps) {
  const [isTable, setTable] = useKept('datesAsTable', false)
  const { bars, history, insight, currency } = answer
  const seen = useMemo(() => shownOf({ cells: bars, currency }, criteria, found), [bars, currency, criteria, found])
  return (
    <Stack gap="3">
      <InsightLine insight={insight} weighed={cellOf(bars, criteria)} found={found} />
      <Text textStyle="h4">{titleOf(bars, stay)}</Text>
      {isTable ? (
        <GraphTable criteria={criteria} cells={seen.cells} />
      ) : (
        <Bars bars={barsOf(seen, criteria)} currency={seen.currency} label={words.label} />
      )}
      <Few count={pricesOf(seen.cells)} onGrid={onGrid} />
      {!isTable && seen.currency && <Chosen cell={cellOf(seen.cells, criteria)} />}
      <Lowest cells={seen.cells} />
      {history.length >= FEWEST_DAYS && <History answer={answer} isTable={isTable} />}
      <Box>
        <Button variant="outline" onClick={() => setTable(!isTable)}>
          {isTable ? words.asGraph : words.asTable}
        </Button>
      </Box>
    </Stack>
  )
}

const pricesOf = (cells: readonly FareCell[]) => cells.filter(({ amount }) => amount !== null).length

/** Says why the picture is almost empty, unless it says so itself, and leads to the days around. */
function Few({ count, onGrid }: Pick<Props, 'onGrid'> & { count: number }) {
  if (count >= FEWEST_PRICES) return null
  return (
    <Row flexWrap="wrap" rowGap="0" columnGap="4">
      {count > 0 && <Text textStyle="sm">{words.few}</Text>}
      <Button variant="link" fontSize="sm" onClick={onGrid}>
        {words.toGrid}
      </Button>
    </Row>
  )
}

const History = ({ answer: { history, currency }, isTable }: { answer: FareGraph; isTable: boolean }) => (
  <>
    <Text textStyle="h4">{words.historyTitle}</Text>
    {isTable ? (
      <HistoryTable history={history} />
    ) : (
      <Bars bars={historyBars(history, currency)} currency={currency} label={words.historyLabel} />
    )}
  </>
)

/** What the bar says that has the mark. A table marks the row itself. */
function Chosen({ cell }: { cell: FareCell | undefined }) {
  if (!cell) return null
  const price = cell.state === 'unknown' ? cellWords.notLookedUp : figureOf(cell)
  return (
    <Text textStyle="sm">
      <ChosenMark /> {words.chosen({ price, day: formatDay(cell.departureDate) })}
    </Text>
  )
}

function Lowest({ cells }: { cells: readonly FareCell[] }) {
  const lowest = cells.find((cell) => cell.lowest)
  if (!lowest) return null
  const price = formatPrice(lowest.amount, lowest.currency ?? undefined)
  return <Text textStyle="sm">{words.lowest({ price, day: formatDay(lowest.departureDate) })}</Text>
}
