'use client'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { Icon } from '@/components/ui/icon'
import { Hidden, Row, Text } from '@/components/ui/layout'
import type { FareCell } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { useAnnouncement } from '@/lib/use-announcement'
import * as words from '@/messages/dates/look-up'
import { type LookUp, useLookUp } from '../hooks/use-look-up'
import { emptyDays } from '../lib/cells'

/** Progress is announced at most this often. */
const PAUSE_MS = 3_000

const ends = { complete: words.complete, budget: words.budget, busy: words.busy }

/** "Looked up 12 of 31." `empty`: so many days are left. */
function progressOf(lookUp: LookUp | null, empty: number) {
  if (!lookUp) return ''
  if (lookUp.state === 'failed') return words.failed
  if (lookUp.state === 'running') return words.progress(lookUp)
  return lookUp.reason === 'complete' && empty > 0 ? words.silent(lookUp) : ends[lookUp.reason](lookUp)
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
  isAllowed: boolean
  onCell: (cell: FareCell) => void
  onEnd: () => void
}

/** The button that fills empty days, and how far that is. It spends searches, so it never starts by itself. */
export function LookUps({ criteria, cells, isAllowed, onCell, onEnd }: Props) {
  const { lookUp, start } = useLookUp(criteria, { onCell, onEnd })
  const isRunning = lookUp?.state === 'running'
  const empty = emptyDays(cells)
  const progress = progressOf(lookUp, empty)
  const said = useAnnouncement(progress, isRunning, PAUSE_MS)
  const text = useRef<HTMLParagraphElement>(null)
  return (
    <Row flexWrap="wrap" gap="2 4">
      {(isRunning || (isAllowed && empty > 0)) && (
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
      <Hidden role="status">{said}</Hidden>
    </Row>
  )
}
