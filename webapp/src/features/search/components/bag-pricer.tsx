'use client'
import { Hidden } from '@/components/ui/layout'
import { useAnnouncement } from '@/lib/use-announcement'
import * as words from '@/messages/search/bags'
import { type BagLists, useBagPrices } from '../hooks/use-bag-prices'
import type { useBags } from '../hooks/use-bags'
import type { useReading } from '../hooks/use-reading'
import { hasNews, isAsking } from '../lib/bag-asking'
import type { Bags } from '../lib/bag-prices'
import { sumsWithBag } from '../lib/bag-ways'

interface Props extends BagLists {
  prices: Pick<ReturnType<typeof useBags>, 'bags' | 'setBags' | 'isSorting'>
  reading: ReturnType<typeof useReading>
  /** The search has found more flights than are loaded. */
  isPart: boolean
}

/** Asks what the flights in view cost with a bag, and tells screen readers when that begins and what is known then. */
export function BagPricer({ prices, reading, listed, comparable, shown, isPart }: Props) {
  useBagPrices(prices, reading, { listed, comparable, shown })
  const { bags, isSorting } = prices
  const said = useAnnouncement(newsOf(bags, { comparable, shown }, isSorting, isPart), isAsking(bags))
  return <Hidden role="status">{said}</Hidden>
}

type Counted = Pick<BagLists, 'comparable' | 'shown'>

function newsOf(bags: Bags, { comparable, shown }: Counted, isSorting: boolean, isPart: boolean) {
  if (bags.asked.size === 0 && !bags.placed) return ''
  if (isAsking(bags)) return bags.known.size === 0 ? words.askingStatus : ''
  const sums = sumsWithBag(comparable, bags.known)
  const counts = { known: shown.filter(({ id }) => sums.has(id)).length, flights: shown.length }
  if (!isSorting || hasNews(bags)) return words.knownStatus(counts)
  return isPart ? words.sortedPartStatus(counts) : words.sortedStatus(counts)
}
