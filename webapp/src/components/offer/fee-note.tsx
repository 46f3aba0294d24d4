import { Text } from '@/components/ui/layout'
import type { Price } from '@/lib/api/types'

export const hasServiceFee = (price: Price) => Number(price.markup_rate) > 0

/** That a part of the total is ours: base fare and taxes alone would not say so. */
export function FeeNote({ price }: { price: Price }) {
  if (!hasServiceFee(price)) return null
  return (
    <Text textStyle="xs" color="fg.muted">
      Our service fee is included. It comes back when you cancel within 24 hours of booking.
    </Text>
  )
}
