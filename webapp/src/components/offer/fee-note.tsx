import { Text } from '@/components/ui/layout'
import type { Offer } from '@/lib/api/types'
import { formatTotal } from '@/lib/money'
import { serviceFee } from '@/lib/service-fee'

/** The agency's own part of the price: base fare and taxes alone would not show it. */
export function FeeNote({ offer }: { offer: Offer }) {
  const fee = serviceFee(offer)
  if (!fee) return null
  return (
    <Text textStyle="xs" color="fg.muted">
      Includes our {formatTotal(fee.amount, fee.currency)} booking fee, refunded if you cancel online within 24 hours.
    </Text>
  )
}
