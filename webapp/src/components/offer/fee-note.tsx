import { Text } from '@/components/ui/layout'
import type { Offer } from '@/lib/api/types'
import { formatTotal } from '@/lib/money'
import { serviceFee } from '@/lib/service-fee'
import * as words from '@/messages/components/offer/price'

/** The agency's own part of the price: base fare and taxes alone would not show it. */
export function FeeNote({ offer }: { offer: Offer }) {
  const fee = serviceFee(offer)
  if (!fee) return null
  return (
    <Text textStyle="xs" color="fg.muted">
      {words.feeIncluded({ fee: formatTotal(fee.amount, fee.currency) })}
    </Text>
  )
}
