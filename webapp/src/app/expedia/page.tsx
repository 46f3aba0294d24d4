import type { Metadata } from 'next'
import { SearchForm } from '@/features/search/components/form/search-form'
import { PartnerPage } from '@/features/site/partner-page'

// For visitors of a partner, not for search engines (requirement R15).
export const metadata: Metadata = { robots: { index: false } }

export default function Page() {
  return <PartnerPage search={<SearchForm />} />
}
