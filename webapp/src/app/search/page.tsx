import { Results } from './results'

export default function SearchPage() {
  return <Results />
}
