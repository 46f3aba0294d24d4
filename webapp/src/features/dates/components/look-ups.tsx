'use client'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { Icon } from '@/components/ui/icon'
import { Hidden, Row, Text } from '@/components/ui/layout'
import type { FareCell, FareDates } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { formatMomentTime } from '@/lib/dates'
import { useAnnouncement } from '@/lib/use-announcement'
import * as words from '@/messages/dates/look-up'
import { type LookUp, useLookUp } from '../hooks/use-look-up'
import { fullMinute } from '../lib/age'
import { emptyDays } from '../lib/cells'

/** Progress is announced at most this often. */
const PAUSE_MS = 3_000

const ends = { complete: words.complete, budget: words.budget, busy: words.busy }

type Ended = Extract<LookUp, { state: 'ended' }>

/** Why it ended, and from when on more can be looked up. No time counts down: it is said once. */
function endOf(ended: Ended, empty: number) {
  if (ended.againAt) return words.spent({ ...ended, time: formatMomentTime(fullMinute(ended.againAt)) })
  return ended.reason === 'complete' && empty > 0 ? words.silent(ended) : ends[ended.reason](ended)
}

/** "Looked up 12 of 31." `empty`: so many days are left. */
function progressOf(lookUp: LookUp | null, empty: number) {
  if (!lookUp) return ''
  if (lookUp.state === 'failed') return words.failed
  return lookUp.state === 'running' ? words.progress(lookUp) : endOf(lookUp, empty)
}

/** Whether a press would look up anything now: as the end of the last look-up has told, else as the grid does. */
function canStart(lookUp: LookUp | null, { allowed, left }: FareDates['lookUp'], now: number) {
  if (lookUp?.state === 'ended' && lookUp.againAt) return Date.parse(lookUp.againAt) <= now
  return allowed && left > 0
}

interface StartProps {
  isRunning: boolean
  onStart: () => void
  /** The button goes while it has the focus. */
  onLost: () => void
}

function Start({ isRunning, onStart, onLost }: StartProps) {
  const button = useRef<HTMLButtonElement>(null)
  const lost = useEffectEvent(onLost)
  useLayoutEffect(() => {
    const own = button.current
    return () => {
      if (own === document.activeElement) lost()
    }
  }, [])
  return (
    <BusyButton ref={button} variant="outline" isBusy={isRunning} onClick={onStart}>
      <Icon name="search" size="sm" />
      {isRunning ? words.running : words.start}
    </BusyButton>
  )
}

interface Props {
  criteria: SearchCriteria
  cells: readonly FareCell[]
  /** What may be looked up, as the grid tells it. */
  budget: FareDates['lookUp']
  /** The time, minute by minute. */
  now: number
  onCell: (cell: FareCell) => void
  onEnd: () => void
}

/** The button that fills empty days, and how far that is. It spends searches, so it never starts by itself. */
export function LookUps({ criteria, cells, budget, now, onCell, onEnd }: Props) {
  const { lookUp, start } = useLookUp(criteria, { onCell, onEnd })
  const isRunning = lookUp?.state === 'running'
  const empty = emptyDays(cells)
  const progress = progressOf(lookUp, empty)
  const isOffered = empty > 0 && canStart(lookUp, budget, now)
  const said = useAnnouncement(progress, isRunning, PAUSE_MS)
  const text = useRef<HTMLParagraphElement>(null)
  return (
    <Row flexWrap="wrap" gap="2 4">
      {(isRunning || isOffered) && (
        <Start
          isRunning={isRunning}
          onStart={() => start(empty)}
          onLost={() => text.current?.focus({ preventScroll: true })}
        />
      )}
      {progress && (
        <Text ref={text} tabIndex={-1} textStyle="sm" fontVariantNumeric="tabular-nums">
          {progress}
        </Text>
      )}
      {!progress && !isOffered && budget.allowed && empty > 0 && (
        <Text textStyle="sm" color="fg.muted">
          {words.noneLeft}
        </Text>
      )}
      <Hidden role="status">{said}</Hidden>
    </Row>
  )
}
