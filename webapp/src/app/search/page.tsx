import { ResultsPage } from '@/features/search/components/results-page'

export default function SearchPage() {
  return <ResultsPage />
}
