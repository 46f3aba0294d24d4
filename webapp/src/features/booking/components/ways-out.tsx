'use client'
import { Button, ButtonLink } from '@/components/ui/button'
import * as buttons from '@/messages/lib/buttons'
import { useOfferStatus, useTrip } from '../hooks/booking-contexts'

/** Leads from an ended offer back to the results. Where the page is about to go there by itself, offers to stay too. */
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
