'use client'
import { useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { notify } from '@/components/ui/toast/notify'
import type { Price, Replacement } from '@/lib/api/types'
import { differenceInWords, formatPrice } from '@/lib/money'
import { routes, withQuery } from '@/lib/routes'
import { useNavigate } from '@/lib/use-navigate'

function inNumbers({ price }: Replacement, before: Price) {
  const difference = differenceInWords(price, before)
  return `${formatPrice(price.amount, price.currency)}${difference && `, ${difference}`}`
}

/** For a traveller whom an expired offer led away from the booking: the way back to it, with the offer's replacement. */
export function useFarewell(before: Price, replacement: Replacement | null) {
  const params = useSearchParams()
  const { push } = useNavigate()
  return () => {
    if (!replacement) return
    const query = new URLSearchParams(params)
    query.set('offer', replacement.offer_id)
    query.delete('step')
    void notify({
      type: 'info',
      title: 'Your flights are still available',
      description: `${inNumbers(replacement, before)}. What you typed is kept, except passport and card.`,
      action: { label: 'Continue booking', onClick: () => push(withQuery(routes.booking, query)) },
    })
  }
}

/** For a traveller whose page goes on as it is: that its head has news. Null says nothing. */
export function useReplacementToast(before: Price, replacement: Replacement | null) {
  const numbers = replacement && inNumbers(replacement, before)
  useEffect(() => {
    if (!numbers) return
    void notify({
      type: 'warning',
      title: 'Flight Offer Expired',
      description: `The same flights are still available for ${numbers}. Continue at the top of this page.`,
    })
  }, [numbers])
}
