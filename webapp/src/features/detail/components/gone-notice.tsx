'use client'
import { ReplacementWords } from '@/components/offer/replacement'
import { Notice } from '@/components/ui/notice'
import type { Price } from '@/lib/api/types'
import type { ReplacementOffer } from '@/lib/api/use-replacement'
import { EXPIRED, goneWords } from '@/lib/countdown'

interface Props {
  replacement: ReplacementOffer | null
  before: Price
  expiresAt: string | null
}

/** In the place of the countdown when there is nothing left to count. */
export function GoneNotice({ replacement, before, expiresAt }: Props) {
  return (
    <Notice tone={replacement ? 'warning' : 'error'} icon="clock" role="alert">
      {replacement ? (
        <>
          <strong>{goneWords(expiresAt)}</strong> <ReplacementWords replacement={replacement} before={before} />
        </>
      ) : (
        EXPIRED
      )}
    </Notice>
  )
}
