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

const stops = (more: number) => {
  if (more === 0) return ''
  return more < 0 ? words.fewerStops({ count: -more }) : words.moreStops({ count: more })
}

/** Why an offer stands where it does in the order "best", by how the server compares it with the cheapest one. */
export function whyHere({ against_cheapest: against, price }: Offer, hour: HourWorth) {
  if (!against) return words.otherCurrency
  const isAsCheap = Number(against.more_amount) === 0
  const others = [time(against.more_minutes), stops(against.more_connections)].filter(Boolean)
  if (isAsCheap && others.length === 0) return words.cheapest
  const amount = formatTotal(against.more_amount, price.currency)
  const differences = [isAsCheap ? words.same : words.more({ amount }), ...others].join(lists.separator)
  return words.explained({ differences, hour: formatTotal(hour.amount, hour.currency) })
}
