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
import { useWait } from '../hooks/use-wait'
import { fullMinute } from '../lib/age'
import { emptyDays } from '../lib/cells'

/** Progress is announced at most this often. */
const PAUSE_MS = 3_000

const endings = { complete: words.silent, budget: words.budget, busy: words.busy, refused: words.refused }

type Ended = Extract<LookUp, { state: 'ended' }>

/** What a person may do about empty days. */
interface Chance {
  /** So many days are empty. */
  empty: number
  /** More can be looked up at this moment, and not before; null where it can now, or nobody knows when. */
  waitsFor: string | null
  /** The button is there. */
  isOffered: boolean
}

/** Why it ended, and whether more can be looked up: as the button has it. No time counts down: it is said once. */
function endOf(ended: Ended, { empty, waitsFor, isOffered }: Chance) {
  if (empty === 0) return words.complete(ended)
  if (waitsFor) return words.spent({ ...ended, time: formatMomentTime(fullMinute(waitsFor)) })
  const isFinal = ended.reason === 'complete' || ended.reason === 'refused'
  return isOffered || isFinal ? endings[ended.reason](ended) : words.over(ended)
}

/** "Looked up 12 of 31." */
function progressOf(lookUp: LookUp | null, chance: Chance) {
  if (!lookUp) return ''
  if (lookUp.state === 'failed') return words.failed
  return lookUp.state === 'running' ? words.progress(lookUp) : endOf(lookUp, chance)
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
  /** Reads the grid again. */
  onEnd: () => Promise<unknown>
}

/** The button that fills empty days, and how far that is. It spends searches, so it never starts by itself. */
export function LookUps({ criteria, cells, budget, now, onCell, onEnd }: Props) {
  const { lookUp, start } = useLookUp(criteria, { onCell, onEnd })
  const isRunning = lookUp?.state === 'running'
  const empty = emptyDays(cells)
  const waitsFor = useWait(lookUp?.state === 'ended' ? lookUp.againAt : null, now, onEnd)
  const isRefused = lookUp?.state === 'ended' && lookUp.reason === 'refused'
  const isOffered = empty > 0 && !isRefused && !waitsFor && budget.allowed && budget.left > 0
  const progress = progressOf(lookUp, { empty, waitsFor, isOffered })
  const said = useAnnouncement(progress, isRunning, PAUSE_MS)
  const text = useRef<HTMLParagraphElement>(null)
  return (
    <Row flexWrap="wrap" rowGap="2" columnGap="4">
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
      {!progress && budget.allowed && empty > 0 && budget.left < empty && (
        <Text textStyle="sm" color="fg.muted">
          {isOffered ? words.limit({ days: budget.left, of: empty }) : words.noneLeft}
        </Text>
      )}
      <Hidden role="status">{said}</Hidden>
    </Row>
  )
}
