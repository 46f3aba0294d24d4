import type { BagPrice } from '@/lib/api/types'

const dollars = (amount: string) => ({ amount, currency: 'USD' })

/** What an offer costs with bags: fare, bags and both together. */
export const bagPrice = (offerId: string, fare: string, bags: string, total: string): BagPrice => ({
  offerId,
  state: 'known',
  included: false,
  fare: dollars(fare),
  cheapest: dollars(bags),
  total: dollars(total),
})

/** The same where there are no such sums. */
export const noBagPrice = (offerId: string, state: BagPrice['state']): BagPrice => ({
  offerId,
  state,
  included: false,
  fare: state === 'none' ? dollars('638.00') : null,
  cheapest: null,
  total: null,
})
