import type { Amount, BagPrice, Offer, Price } from '@/lib/api/types'
import { formatTotal } from '@/lib/money'
import * as words from '@/messages/lib/bags'

type Sum = Pick<Price, 'amount' | 'currency'>

export const sumInWords = ({ amount, currency }: Sum) => formatTotal(amount, currency)
export const areSameSums = (a: Sum, b: Sum) => sumInWords(a) === sumInWords(b)

/** Those for whom a bag is meant: an infant on a lap has none. */
const travelersOf = ({ passengers }: Pick<Offer, 'passengers'>) =>
  passengers.filter(({ type }) => type !== 'infant_without_seat').length

/**
 * The sums of an offer with a checked bag for each traveler with a seat, as the server states them, and whether its fare
 * is the price shown. Null where they are not known.
 */
export function sumsWithBags({ fare, cheapest, total }: BagPrice, { passengers, price }: Offer) {
  if (!fare || !cheapest || !total) return null
  const sums = {
    travelers: travelersOf({ passengers }),
    total: sumInWords(total),
    fare: sumInWords(fare),
    bags: sumInWords(cheapest),
  }
  return { sums, isPriceShown: areSameSums(fare, price) }
}

/** Another fare of the same flights, and what it costs with a checked bag for each traveler with a seat. */
export interface OtherFare {
  offerId: string
  /** As the airline calls it. */
  name: string | null
  /** As it was shown, without bags. */
  price: Price
  sum: Amount
  /** What the sum is made of; null where the bag is included. */
  parts: { fare: Amount; bags: Amount } | null
}

/** "$1,735 with a checked bag each (Economy Flex, bag included)" */
export function otherFareInWords({ name, sum, parts }: OtherFare, party: Pick<Offer, 'passengers'>) {
  const told = { travelers: travelersOf(party), total: sumInWords(sum), fare: name ?? words.otherFareUnnamed }
  if (!parts) return words.otherFare(told)
  return words.otherFareAndBags({ ...told, price: sumInWords(parts.fare), bags: sumInWords(parts.bags) })
}
