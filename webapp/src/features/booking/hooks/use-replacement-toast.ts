'use client'
import { useEffect } from 'react'
import { notify } from '@/components/ui/toast/notify'
import type { Price, Replacement } from '@/lib/api/types'
import { hasPassed } from '@/lib/countdown'
import { differenceInWords, formatPrice } from '@/lib/money'
import * as words from '@/messages/booking/offer'

function inNumbers({ price: now }: Replacement, before: Price) {
  const difference = differenceInWords(now, before)
  const price = formatPrice(now.amount, now.currency)
  return difference ? words.replacementAtDifference({ price, difference }) : words.replacement({ price })
}

/** For a traveller whose page goes on as it is: that its head has news. Null says nothing. */
export function useReplacementToast(before: Price, replacement: Replacement | null, expiresAt: string) {
  const description = replacement && inNumbers(replacement, before)
  useEffect(() => {
    if (!description) return
    void notify({
      type: 'warning',
      // Gone before its time: it was sold, or withdrawn.
      title: hasPassed(expiresAt) ? words.expiredTitle : words.goneTitle,
      description,
    })
  }, [description, expiresAt])
}
