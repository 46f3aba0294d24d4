import { Notice } from '@/components/ui/notice'

/** A trip of test mode looks like any other. */
export const TestBookingWords = () => (
  <>
    <strong>This is a test booking.</strong> It has no real ticket, and no card was really charged.
  </>
)

export const TestBooking = () => (
  <Notice tone="info">
    <TestBookingWords />
  </Notice>
)
