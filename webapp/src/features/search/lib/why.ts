import type { Offer } from '@/lib/api/types'
import { formatMinutes } from '@/lib/dates'
import { formatTotal } from '@/lib/money'
import * as lists from '@/messages/lib/lists'
import * as words from '@/messages/search/why'
import type { HourWorth } from './offers'

const time = (minutes: number | null) => {
  if (!minutes) return ''
  const shown = { time: formatMinutes(Math.abs(minutes)) }
  return minutes < 0 ? words.shorter(shown) : words.longer(shown)
}

/** Of a round trip the server adds both directions up. */
const stops = (more: number, isRoundTrip: boolean) => {
  if (more === 0) return ''
  const [fewerStops, moreStops] = isRoundTrip
    ? [words.fewerStopsInAll, words.moreStopsInAll]
    : [words.fewerStops, words.moreStops]
  return more < 0 ? fewerStops({ count: -more }) : moreStops({ count: more })
}

function comparison({ against_cheapest: against, price, slices }: Offer, hour: HourWorth) {
  if (!against) return words.otherCurrency
  const isAsCheap = Number(against.more_amount) === 0
  const others = [time(against.more_minutes), stops(against.more_connections, slices.length > 1)].filter(Boolean)
  if (isAsCheap && others.length === 0) return words.cheapest
  const amount = formatTotal(against.more_amount, price.currency)
  const differences = [isAsCheap ? words.same : words.more({ amount }), ...others].join(lists.separator)
  return words.explained({ differences, hour: formatTotal(hour.amount, hour.currency) })
}

/**
 * Why an offer stands where it does in the order "best", by how the server compares it with the cheapest one. `withBag`:
 * prices beside it are told with a bag, which this order does not count.
 */
export function whyHere(offer: Offer, hour: HourWorth, withBag: boolean) {
  const reason = comparison(offer, hour)
  return withBag && offer.against_cheapest ? words.sentences({ reason, more: words.withoutBags }) : reason
}
