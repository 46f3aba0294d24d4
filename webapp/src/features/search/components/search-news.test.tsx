import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setup } from '@/testing/render'
import type { SortOrder } from '../lib/offers'
import { SearchNews } from './search-news'

test.each<[SortOrder, string]>([
  ['price-asc', '195 flights found'],
  ['best', 'Sorted by best, 195 flights'],
  ['duration-asc', 'Shortest first, 195 flights'],
  ['emissions-asc', 'Lowest CO2 first, 195 flights'],
  ['price-desc', 'Highest price first, 195 flights'],
])('r009 a reader hears in which order the list stands: %s', (order, words) => {
  const page = { offers: [], total_count: 195, notice: null } as never
  setup(
    <SearchNews
      results={{ page, progress: null, total: 195, isSearching: false, error: undefined, isRepeated: false }}
      order={order}
    />,
  )

  expect(screen.getByRole('status')).toHaveTextContent(words)
})
