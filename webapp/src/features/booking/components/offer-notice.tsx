'use client'
import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Row } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import type { Booking } from '../hooks/use-booking'

/** What is wrong with the offer, in the page: the toast that also says it goes away. */
export function OfferNotice({ booking }: { booking: Booking }) {
  const { verification, isGone, expiry, searchHref } = booking
  const notice = useRef<HTMLDivElement>(null)
  // The page is about to change: the way to stay must be in sight, wherever the traveller was.
  useEffect(() => {
    if (expiry.isLeaving) notice.current?.focus()
  }, [expiry.isLeaving])

  if (!isGone) {
    if (!verification || verification.isValid) return null
    return (
      <Notice tone="warning" role="status">
        Unable to verify offer validity. Please return to search. <strong>What you typed stays.</strong>
      </Notice>
    )
  }
  return (
    <Notice ref={notice} tabIndex={-1} scrollMarginTop="6rem" tone="error" role="alert">
      <strong>This flight offer has expired. Please try another flight.</strong>
      <p>
        {expiry.isLeaving
          ? 'We are taking you back to your search in a few seconds, unless you press “Stay here”. What you typed is kept for the next flight, except passport and card.'
          : 'What you typed is kept for the next flight, except passport and card. Nothing was charged.'}
      </p>
      <Row mt="3" flexWrap="wrap">
        <ButtonLink href={searchHref} variant="outline">
          Back to Search Results
        </ButtonLink>
        {expiry.isLeaving && (
          <Button variant="secondary" onClick={expiry.stay}>
            Stay here
          </Button>
        )}
      </Row>
    </Notice>
  )
}
