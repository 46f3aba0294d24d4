import { Notice } from '@/components/ui/notice'
import type { Price } from '@/lib/api/types'
import { changeInWords } from '@/lib/money'

interface Props {
  /** What the traveller saw one step before; null where it is the same. */
  before: Price | null
  price: Price
}

/** Says in numbers that an offer costs more, or less, than one step before. */
export function PriceChange({ before, price }: Props) {
  if (!before) return null
  return (
    <Notice tone={Number(price.amount) < Number(before.amount) ? 'success' : 'warning'} role="status">
      {changeInWords(price, before)}
    </Notice>
  )
}
