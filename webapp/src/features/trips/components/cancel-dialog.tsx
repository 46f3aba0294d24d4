'use client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { PhoneLink } from '@/components/ui/phone-link'
import { Skeleton } from '@/components/ui/skeleton'
import type { BookingCancelled } from '@/lib/api/types'
import { shortReference } from '@/lib/booked-trip'
import { useRetry } from '@/lib/use-retry'
import { useBrand } from '@/providers/brand-provider'
import { useCancellationQuote } from '../api/cancellation'
import { useCancellation } from '../hooks/use-cancellation'
import { dateRange, noCancelling, routeLabel, type Trip } from '../lib/trips'
import { QuoteTable } from './quote-table'
import { RequestId, type RetryProps, TryAgain } from './states'

interface Props {
  trip: Trip
  onClose: () => void
  /** Done at the airline; resolves once the list has been read again. */
  onCancelled: (outcome: BookingCancelled) => Promise<void>
}

/** Asks once more, with the money on the table. Nothing is cancelled without a quote. */
export function CancelDialog({ trip, onClose, onCancelled }: Props) {
  const { id, duffelBookingId } = trip.record
  const { quote, error, ask } = useCancellationQuote(id)
  const { isTrying, retry } = useRetry(ask)
  const { cancel, isBusy, failure } = useCancellation(id, {
    shown: quote?.refund,
    onCancelled,
    onFailed: () => void ask(),
  })
  const close = () => !isBusy && onClose()
  const isByPhone = quote?.available === false || failure?.isFinal === true
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={close}
      title={`Cancel ${routeLabel(trip)}?`}
      footer={
        <Choice
          isBusy={isBusy}
          isReady={quote !== undefined}
          onKeep={close}
          onCancel={isByPhone ? undefined : () => void cancel()}
        />
      }
    >
      <Text textStyle="sm" color="fg.muted" mt="-3">
        {[shortReference(duffelBookingId), dateRange(trip)].filter(Boolean).join(' · ')}
      </Text>
      {failure && (
        <Notice tone={failure.isFinal ? 'error' : 'warning'} role="alert">
          <strong>{failure.title}.</strong> {failure.words}
        </Notice>
      )}
      {!isByPhone && <Text>Are you sure you want to cancel this booking? This action cannot be undone.</Text>}
      {isByPhone ? (
        <ByPhone trip={trip} />
      ) : error ? (
        <NoQuote error={error} isTrying={isTrying} retry={retry} />
      ) : !quote ? (
        <QuoteSkeleton />
      ) : (
        <QuoteTable quote={quote} data={trip.data} />
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  isBusy: boolean
  /** There is a quote to agree to. */
  isReady: boolean
  onKeep: () => void
  onCancel?: () => void
}

/** The safe way first; the loud one is what was asked for, in the colour of what cannot be undone. */
function Choice({ isBusy, isReady, onKeep, onCancel }: ChoiceProps) {
  return (
    <>
      <Button variant="outline" disabled={isBusy} onClick={onKeep}>
        No, Keep Booking
      </Button>
      {onCancel && (
        <Button variant="destructive" disabled={!isReady || isBusy} onClick={onCancel}>
          {isBusy ? 'Cancelling…' : 'Yes, Cancel Booking'}
        </Button>
      )}
    </>
  )
}

function QuoteSkeleton() {
  return (
    <Stack aria-busy="true">
      <Text role="status" textStyle="sm" color="fg.muted">
        Fees may apply. Checking your refund with the airline…
      </Text>
      <Skeleton h="8.5rem" />
      <Skeleton h="5rem" />
    </Stack>
  )
}

function NoQuote({ error, ...retry }: RetryProps) {
  return (
    <Stack>
      <Notice tone="error" role="alert">
        We couldn’t check your refund, so nothing has been cancelled.
        <RequestId error={error} />
      </Notice>
      <TryAgain variant="outline" justifySelf="start" {...retry} />
    </Stack>
  )
}

function ByPhone({ trip }: { trip: Trip }) {
  const { contact } = useBrand()
  const words =
    trip.record.status === 'pending'
      ? 'The airline is still confirming this booking. You can cancel it after that.'
      : noCancelling(trip)
  return (
    <Notice tone="warning" role="status">
      {words} For help, call <PhoneLink phone={contact.phone} />.
    </Notice>
  )
}
