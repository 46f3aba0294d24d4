'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { PhoneLink } from '@/components/ui/phone-link'
import { Skeleton } from '@/components/ui/skeleton'
import { notify } from '@/components/ui/toast/notify'
import { ApiError } from '@/lib/api/error'
import { shortReference } from '@/lib/booked-trip'
import { useBrand } from '@/providers/brand-provider'
import { cancelBooking, useCancellationQuote } from '../api/cancellation'
import { dateRange, routeLabel, type Trip } from '../lib/trips'
import { QuoteTable } from './quote-table'

interface Props {
  trip: Trip
  onClose: () => void
  /** Reads the list again, so that the trip moves to its tab. */
  onCancelled: () => Promise<unknown>
}

const FALLBACK = 'Something went wrong. Please try again.'

/** Asks once more, with the money on the table. Nothing is cancelled without a quote. */
export function CancelDialog({ trip, onClose, onCancelled }: Props) {
  const { id, duffelBookingId } = trip.record
  const { data: quote, error, isValidating } = useCancellationQuote(id)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const isFresh = quote !== undefined && !isValidating

  const cancel = async () => {
    setBusy(true)
    setProblem('')
    try {
      await cancelBooking(id)
      await onCancelled()
      void notify({
        type: 'success',
        title: 'Booking cancelled',
        description: 'Your booking has been successfully cancelled.',
      })
      onClose()
    } catch (cause) {
      const words = (cause instanceof ApiError && cause.detail) || FALLBACK
      setProblem(words)
      setBusy(false)
      void notify({ type: 'error', title: 'Cancellation failed', description: words })
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Cancel ${routeLabel(trip)}?`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            No, Keep Booking
          </Button>
          {!(isFresh && !quote.available) && (
            <Button variant="destructive" disabled={!isFresh || isBusy} onClick={() => void cancel()}>
              {isBusy ? 'Cancelling…' : 'Yes, Cancel Booking'}
            </Button>
          )}
        </>
      }
    >
      <Text textStyle="sm" color="fg.muted">
        Reference {shortReference(duffelBookingId)}, {dateRange(trip)}
      </Text>
      {problem && (
        <Notice tone="error" role="alert">
          <strong>Cancellation failed.</strong> {problem}
        </Notice>
      )}
      {error ? (
        <ByPhone words="The airline’s conditions could not be read at the moment." />
      ) : !isFresh ? (
        <QuoteSkeleton />
      ) : quote.available ? (
        <>
          <Text>Are you sure you want to cancel this booking? This action cannot be undone.</Text>
          <QuoteTable quote={quote} />
        </>
      ) : (
        <ByPhone words="The airline gives no price for cancelling this booking online." />
      )}
    </Dialog>
  )
}

function QuoteSkeleton() {
  return (
    <Stack aria-busy="true">
      <Text role="status" color="fg.muted">
        Asking the airline what it pays back…
      </Text>
      <Skeleton h="9.5rem" />
    </Stack>
  )
}

function ByPhone({ words }: { words: string }) {
  const { contact } = useBrand().brand
  return (
    <Notice tone="warning" role="status">
      {words} Call <PhoneLink phone={contact.phone} /> and we look into it with you.
    </Notice>
  )
}
