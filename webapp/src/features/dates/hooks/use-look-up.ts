'use client'
import { useEffect, useRef, useState } from 'react'
import type { FareCell, LookUpsDone } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { lookUpUrl } from '../api/dates'

export type LookUp =
  | { state: 'running'; lookedUp: number; of: number }
  | ({ state: 'ended' } & LookUpsDone)
  | { state: 'failed' }

interface Told {
  onCell: (cell: FareCell) => void
  /** No more cells come. */
  onEnd: () => unknown
}

const onePlus = (before: LookUp | null): LookUp | null =>
  before?.state === 'running' ? { ...before, lookedUp: before.lookedUp + 1 } : before

/**
 * Looks up empty days when it is started, and tells each as it comes. A stream that breaks is not opened again by
 * itself: each one spends searches. It ends with the view that started it.
 */
export function useLookUp(criteria: SearchCriteria, { onCell, onEnd }: Told) {
  const [lookUp, setLookUp] = useState<LookUp | null>(null)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  const start = (of: number) => {
    const opened = new EventSource(lookUpUrl(criteria), { withCredentials: true })
    setLookUp({ state: 'running', lookedUp: 0, of })
    stop.current = () => {
      stop.current = null
      opened.close()
      onEnd()
    }
    const end = (outcome: LookUp) => {
      setLookUp(outcome)
      stop.current?.()
    }
    opened.addEventListener('cell', ({ data }: MessageEvent<string>) => {
      onCell(JSON.parse(data) as FareCell)
      setLookUp(onePlus)
    })
    opened.addEventListener('done', ({ data }: MessageEvent<string>) =>
      end({ state: 'ended', ...(JSON.parse(data) as LookUpsDone) }),
    )
    opened.addEventListener('error', () => end({ state: 'failed' }))
  }
  return { lookUp, start }
}
