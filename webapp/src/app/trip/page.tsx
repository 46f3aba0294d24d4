import { Suspense } from 'react'
import { GuestTripPage } from '@/features/trips/components/guest-trip-page'

export default function Page() {
  return (
    <Suspense>
      <GuestTripPage />
    </Suspense>
  )
}
