import { Text } from '@/components/ui/layout'
import { FEE_COMES_BACK } from '@/content/fee-promise'
import type { Offer } from '@/lib/api/types'
import { formatTotal } from '@/lib/money'
import { serviceFee } from '@/lib/service-fee'

/** Which part of the base fare is ours: base fare and taxes alone would not say so. */
export function FeeNote({ offer }: { offer: Offer }) {
  const fee = serviceFee(offer)
  if (!fee) return null
  return (
    <Text textStyle="xs" color="fg.muted">
      The base fare includes our service fee of {formatTotal(fee.amount, fee.currency)}. It {FEE_COMES_BACK}.
    </Text>
  )
}
