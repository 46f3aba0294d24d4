import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import * as words from '@/messages/components/trip/documents'

/** A trip of test mode looks like any other. */
export const TestBookingWords = () => words.testBooking({ strong })

export const TestBooking = () => (
  <Notice tone="info">
    <TestBookingWords />
  </Notice>
)
