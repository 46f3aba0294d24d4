import type { BagPrice, Offer, Price } from '@/lib/api/types'
import { formatTotal } from '@/lib/money'

type Sum = Pick<Price, 'amount' | 'currency'>

export const sumInWords = ({ amount, currency }: Sum) => formatTotal(amount, currency)
export const areSameSums = (a: Sum, b: Sum) => sumInWords(a) === sumInWords(b)

/**
 * The sums of an offer with a checked bag for each traveler with a seat, as the server states them, and whether its fare
 * is the price shown. Null where they are not known.
 */
export function sumsWithBags({ fare, cheapest, total }: BagPrice, { passengers, price }: Offer) {
  if (!fare || !cheapest || !total) return null
  const travelers = passengers.filter(({ type }) => type !== 'infant_without_seat').length
  const sums = { travelers, total: sumInWords(total), fare: sumInWords(fare), bags: sumInWords(cheapest) }
  return { sums, isPriceShown: areSameSums(fare, price) }
}
