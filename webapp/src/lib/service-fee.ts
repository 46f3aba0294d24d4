import type { Amount, Offer } from '@/lib/api/types'
import { subtractDecimals } from '@/lib/decimal'

/** Our own part of an offer's price: what it costs beyond the airline's total. Null where there is none, or none to name. */
export function serviceFee({ price, total_amount, total_currency }: Offer): Amount | null {
  if (price.currency !== total_currency || Number(price.amount) <= Number(total_amount)) return null
  return { amount: subtractDecimals(price.amount, total_amount), currency: price.currency }
}
