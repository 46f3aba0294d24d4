import type { BagPrice, Offer, Price } from '@/lib/api/types'
import type { OtherFare } from '@/lib/bag-sums'
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

/** "$1,735 with a checked bag each (Economy Flex, bag included)" */
export function otherFareInWords({ name, sum, parts }: OtherFare, party: Pick<Offer, 'passengers'>) {
  const told = { travelers: travelersOf(party), total: sumInWords(sum), fare: name ?? words.otherFareUnnamed }
  if (!parts) return words.otherFare(told)
  return words.otherFareAndBags({ ...told, price: sumInWords(parts.fare), bags: sumInWords(parts.bags) })
}
