'use client'
import { Notice } from '@/components/ui/notice'
import type { Price } from '@/lib/api/types'
import { formatPrice } from '@/lib/money'
import * as words from '@/messages/dates/panel'
import { useNow } from '../hooks/use-now'
import { ageOf } from '../lib/age'
import { type FollowedCell, isDearer, isHeld } from '../lib/followed-cell'

interface Props {
  followed: FollowedCell
  found: Price
}

/** Says so where the search has found no price as low as the one on the cell that led to it a short while ago. */
export function EarlierPrice({ followed, found }: Props) {
  const now = useNow()
  if (!isDearer(found, followed) || !isHeld(followed, now)) return null
  const price = formatPrice(followed.amount, followed.currency)
  return (
    <Notice tone="brand" role="status" mb="3">
      {words.earlier({ ago: ageOf(followed.observedAt, now).long, price })}
    </Notice>
  )
}
