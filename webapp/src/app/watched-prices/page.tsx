import type { Metadata } from 'next'
import { WatchedPage } from '@/features/watch/components/watched-page'

/** Nobody looks for one's watches in a search engine. */
export const metadata: Metadata = { robots: { index: false } }

export default function Page() {
  return <WatchedPage />
}
