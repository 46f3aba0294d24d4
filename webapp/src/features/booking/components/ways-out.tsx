'use client'
import { Button, ButtonLink } from '@/components/ui/button'
import * as buttons from '@/messages/lib/buttons'
import { useOfferStatus, useTrip } from '../hooks/booking-contexts'

/** Of an offer that has ended: back to the results, and to stay where the page is about to go there by itself. */
export function WaysOut({ onStay }: { onStay?: () => void }) {
  const { searchHref } = useTrip()
  const { expiry } = useOfferStatus()
  return (
    <>
      {expiry.isLeaving && (
        <Button variant="secondary" onClick={onStay ?? expiry.stay}>
          {buttons.stayHere}
        </Button>
      )}
      <ButtonLink href={searchHref} variant="outline">
        {buttons.backToResults}
      </ButtonLink>
    </>
  )
}
