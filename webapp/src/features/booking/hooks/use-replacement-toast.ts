'use client'
import { useEffect } from 'react'
import { notify } from '@/components/ui/toast/notify'
import type { Price, Replacement } from '@/lib/api/types'
import { hasPassed } from '@/lib/countdown'
import { differenceInWords, formatPrice } from '@/lib/money'

function inNumbers({ price }: Replacement, before: Price) {
  const difference = differenceInWords(price, before)
  return `${formatPrice(price.amount, price.currency)}${difference && `, ${difference}`}`
}

/** For a traveller whose page goes on as it is: that its head has news. Null says nothing. */
export function useReplacementToast(before: Price, replacement: Replacement | null, expiresAt: string) {
  const numbers = replacement && inNumbers(replacement, before)
  useEffect(() => {
    if (!numbers) return
    void notify({
      type: 'warning',
      // Gone before its time: it was sold, or withdrawn.
      title: hasPassed(expiresAt) ? 'Flight Offer Expired' : 'Offer No Longer Available',
      description: `The same flights are still available for ${numbers}. Continue at the top of this page.`,
    })
  }, [numbers, expiresAt])
}
