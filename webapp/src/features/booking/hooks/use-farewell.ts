'use client'
import { useSearchParams } from 'next/navigation'
import { notify } from '@/components/ui/toast/notify'
import type { Price, Replacement } from '@/lib/api/types'
import { differenceInWords, formatPrice } from '@/lib/money'
import { routes, withQuery } from '@/lib/routes'
import { useNavigate } from '@/lib/use-navigate'

/** For a traveller whom an expired offer led away from the booking: the way back to it, with the offer's replacement. */
export function useFarewell(before: Price, replacement: Replacement | null) {
  const params = useSearchParams()
  const { push } = useNavigate()
  return () => {
    if (!replacement) return
    const { price, offer_id } = replacement
    const query = new URLSearchParams(params)
    query.set('offer', offer_id)
    query.delete('step')
    const difference = differenceInWords(price, before)
    void notify({
      type: 'info',
      title: 'Your flights are still available',
      description: `${formatPrice(price.amount, price.currency)}${difference && `, ${difference}`}. What you typed is kept, except passport and card.`,
      action: { label: 'Continue booking', onClick: () => push(withQuery(routes.booking, query)) },
    })
  }
}
