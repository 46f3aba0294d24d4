import type { Offer } from '@/lib/api/types'
import { sliceMinutes } from '@/lib/flights'
import { commonCurrency } from './offers'

const PRICE_STEP = 10

/** What the results span: the ends of both sliders. */
export interface Bounds {
  currency: string
  price: readonly [min: number, max: number]
  /** Minutes of the shortest and the longest slice. */
  duration: readonly [min: number, max: number]
}

const floorTo = (value: number, step: number) => Math.floor(value / step) * step
const ceilTo = (value: number, step: number) => Math.ceil(value / step) * step

export function boundsOf(offers: readonly Offer[]): Bounds {
  const currency = commonCurrency(offers)
  const prices = offers.filter(({ price }) => price.currency === currency).map(({ price }) => Number(price.amount))
  const minutes = offers.flatMap(({ slices }) => slices.map(sliceMinutes)).filter((value) => value !== null)
  const span = (values: number[], step: number) =>
    values.length === 0
      ? ([0, 0] as const)
      : ([floorTo(Math.min(...values), step), ceilTo(Math.max(...values), step)] as const)
  return { currency, price: span(prices, PRICE_STEP), duration: span(minutes, 30) }
}
