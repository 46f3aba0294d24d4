import { Suspense } from 'react'
import { BookingPage } from '@/features/booking/components/booking-page'

export default function Page() {
  return (
    <Suspense>
      <BookingPage />
    </Suspense>
  )
}
