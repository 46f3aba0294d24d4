'use client'
import { howWeSort } from '@/content/how-we-sort'
import { apiPath } from '@/lib/api/api-path'
import { untilBack } from '@/lib/api/retry'
import { useGet } from '@/lib/api/use-get'
import { Article } from './article'

/** How lists are ordered, with the numbers that the server is set to. Without them it tells the rest. */
export function HowWeSort() {
  const { data } = useGet(apiPath('/api/flights/best-order'), untilBack)
  return <Article {...howWeSort(data ?? null)} />
}
