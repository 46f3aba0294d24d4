import { Text } from '@/components/ui/layout'
import type { Offer } from '@/lib/api/types'
import { formatTotal } from '@/lib/money'
import { serviceFee } from '@/lib/service-fee'

/** Which part of the base fare is ours: base fare and taxes alone would not say so. */
export function FeeNote({ offer }: { offer: Offer }) {
  const fee = serviceFee(offer)
  if (!fee) return null
  return (
    <Text textStyle="xs" color="fg.muted">
      The base fare includes our service fee of {formatTotal(fee.amount, fee.currency)}. It comes back when you cancel
      within 24 hours of booking.
    </Text>
  )
}
