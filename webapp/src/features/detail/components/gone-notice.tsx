'use client'
import { SuccessorWords } from '@/components/offer/successor'
import { Notice } from '@/components/ui/notice'
import type { Price } from '@/lib/api/types'
import type { Successor } from '@/lib/api/use-successor'
import { EXPIRED, goneWords } from '@/lib/countdown'

interface Props {
  successor: Successor | null
  before: Price
  expiresAt: string | null
}

/** In the place of the countdown when there is nothing left to count. */
export function GoneNotice({ successor, before, expiresAt }: Props) {
  return (
    <Notice tone={successor ? 'warning' : 'error'} icon="clock" role="alert">
      {successor ? (
        <>
          <strong>{goneWords(expiresAt)}</strong> <SuccessorWords successor={successor} before={before} />
        </>
      ) : (
        EXPIRED
      )}
    </Notice>
  )
}
