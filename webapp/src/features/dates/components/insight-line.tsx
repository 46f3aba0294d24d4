'use client'
import { Text } from '@/components/ui/layout'
import { strong } from '@/components/ui/strong'
import type { FareCell, FareInsight, Price } from '@/lib/api/types'
import { formatPrice } from '@/lib/money'
import * as words from '@/messages/dates/insight'
import { isOvertaken } from '../lib/cells'

const sentences = { lower: words.lower, usual: words.usual, higher: words.higher }

interface Props {
  insight: FareInsight | null
  /** What was seen of the chosen dates, whose price it weighs. */
  weighed: FareCell | undefined
  /** What their search has found since: of another price it says nothing. */
  found: Price | null
}

/** "Lower than usual for this route: $638; usually $690 to $860 (middle half of 23 dates seen here)." */
export function InsightLine({ insight, weighed, found }: Props) {
  if (!insight || !weighed?.amount || !weighed.currency || isOvertaken(weighed, found)) return null
  const { level, low, high, sample, basis } = insight
  const { amount, currency } = weighed
  const priceOf = (sum: string) => formatPrice(sum, currency)
  const prices = { price: priceOf(amount), low: priceOf(low), high: priceOf(high) }
  return <Text textStyle="sm">{sentences[level]({ ...prices, sample, basis, strong })}</Text>
}
