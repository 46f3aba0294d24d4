'use client'
import { useMemo } from 'react'
import { Stack } from '@/components/ui/layout'
import type { FareDates } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { useDates } from '../hooks/use-dates'
import { useNow } from '../hooks/use-now'
import { cellOf, type FoundPrice, shownOf } from '../lib/cells'
import { gridHeight } from '../lib/panel-height'
import { DateGrid } from './date-grid'
import { InsightLine } from './insight-line'
import { LookUps } from './look-ups'
import { Failed, Loading, Off } from './states'

interface Props {
  criteria: SearchCriteria
  isSettled: boolean
  found: FoundPrice | null
}

/** The days on either side of the chosen ones. */
export function Around({ criteria, isSettled, found }: Props) {
  const dates = useDates(criteria, isSettled)
  const { answer, error } = dates
  if (!answer && error) return <Failed error={error} isTrying={dates.isTrying} onRetry={dates.retry} />
  if (!answer) return <Loading height={gridHeight(criteria)} />
  if (answer.cells.length === 0) return <Off notice={answer.notice} />
  return <Seen criteria={criteria} answer={answer} found={found} onCell={dates.put} onEnd={dates.readAgain} />
}

interface SeenProps extends Pick<Props, 'criteria' | 'found'> {
  answer: FareDates
  onCell: ReturnType<typeof useDates>['put']
  onEnd: ReturnType<typeof useDates>['readAgain']
}

function Seen({ criteria, answer, found, onCell, onEnd }: SeenProps) {
  const now = useNow()
  const { cells, currency } = useMemo(() => shownOf(answer, criteria, found), [answer, criteria, found])
  const { insight, lookUp } = answer
  return (
    <Stack gap="3">
      <InsightLine insight={insight} weighed={cellOf(answer.cells, criteria)} found={found} />
      <DateGrid criteria={criteria} cells={cells} currency={currency} now={now} />
      <LookUps criteria={criteria} cells={cells} budget={lookUp} now={now} onCell={onCell} onEnd={onEnd} />
    </Stack>
  )
}
