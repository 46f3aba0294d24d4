import { TripsPage } from '@/features/trips/components/trips-page'

export default function Page() {
  return <TripsPage />
}
