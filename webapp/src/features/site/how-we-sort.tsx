'use client'
import { howWeSort } from '@/content/how-we-sort'
import { apiPath } from '@/lib/api/api-path'
import { useGet } from '@/lib/api/use-get'
import { Article } from './article'

/** How lists are ordered, with the numbers that the server is set to. Without them it tells the rest. */
export function HowWeSort() {
  const { data } = useGet(apiPath('/api/flights/best-order'))
  return <Article {...howWeSort(data ?? null)} />
}
