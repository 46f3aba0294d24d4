import { Suspense } from 'react'
import { SearchResults } from '@/features/search/components/results'

export default function SearchPage() {
  return (
    <Suspense>
      <SearchResults />
    </Suspense>
  )
}
