'use client'
import { useSearchParams } from 'next/navigation'
import { ButtonLink } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { Void } from '@/components/ui/void'
import { searchReturn } from '@/lib/search-return'
import { BookingOf } from './booking-of'
import { ReturnFromBank } from './return-from-bank'

/** The address names an offer to book, or the payment that the traveller's bank sends them back from. */
export function BookingPage() {
  const params = useSearchParams()
  const offerId = params.get('offer')
  const paymentId = params.get('payment')
  if (paymentId) return <ReturnFromBank paymentId={paymentId} />
  if (offerId) return <BookingOf offerId={offerId} />
  return (
    <Container py="10">
      <Void
        drawing="unfinished"
        title="Flight offer not found"
        actions={<ButtonLink href={searchReturn(new URLSearchParams(params))}>Back to Search Results</ButtonLink>}
      >
        <p>This address names no flight. Choose one from the search results.</p>
      </Void>
    </Container>
  )
}
