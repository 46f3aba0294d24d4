'use client'
import { BusyButton } from '@/components/ui/busy-button'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Hidden, Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { PhoneLink } from '@/components/ui/phone-link'
import { Skeleton } from '@/components/ui/skeleton'
import { strong } from '@/components/ui/strong'
import type { BookingCancelled, CancellationQuote } from '@/lib/api/types'
import { shortReference } from '@/lib/short-reference'
import { useRetry } from '@/lib/use-retry'
import * as uiWords from '@/messages/components/ui'
import * as words from '@/messages/trips/cancel'
import { useBrand } from '@/providers/brand-provider'
import { shownRefund, useCancellationQuote } from '../api/cancellation'
import { type Failure, useCancellation } from '../hooks/use-cancellation'
import { isNothing, money } from '../lib/refund'
import { dateRange, isCancelled, noCancelling, routeLabel, type Trip } from '../lib/trips'
import { CancellationNotice } from './cancellation-notice'
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
    shown: quote && shownRefund(quote),
    onCancelled,
    onFailed: () => void ask(),
  })
  const close = () => !isBusy && onClose()
  const isByPhone = quote?.available === false || failure?.isFinal === true
  // Cancelled elsewhere while the question is open. What is cancelled here is answered by the page behind.
  const isGone = isCancelled(trip) && !isBusy
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={close}
      title={(isGone ? words.cancelledTitle : words.question)({ route: routeLabel(trip) })}
      footer={
        isGone ? (
          <Button variant="outline" onClick={onClose}>
            {uiWords.close}
          </Button>
        ) : (
          <Choice
            isBusy={isBusy}
            isReady={quote !== undefined}
            onKeep={close}
            onCancel={isByPhone ? undefined : () => void cancel()}
          />
        )
      }
    >
      <Text textStyle="sm" color="fg.muted" mt="-3">
        {[shortReference(duffelBookingId), dateRange(trip)].filter(Boolean).join(' · ')}
      </Text>
      {isGone ? (
        <CancellationNotice trip={trip} isNews />
      ) : (
        <>
          {failure && <Failed failure={failure} />}
          {!isByPhone && <Text>{words.sure}</Text>}
          {isByPhone ? (
            <ByPhone trip={trip} />
          ) : error ? (
            <NoQuote error={error} isTrying={isTrying} retry={retry} />
          ) : !quote ? (
            <QuoteSkeleton />
          ) : (
            <QuoteTable quote={quote} data={trip.data} />
          )}
          <Hidden role="status">{!isByPhone && quote && inBrief(quote)}</Hidden>
        </>
      )}
    </Dialog>
  )
}

const Failed = ({ failure }: { failure: Failure }) => (
  <Notice tone={failure.isFinal ? 'error' : 'warning'} role="alert">
    {uiWords.failure({ title: failure.title, reason: failure.words, strong })}
  </Notice>
)

/** The sums for people who listen to the dialog: they arrive after it has been read out. */
function inBrief({ refund, fee }: CancellationQuote) {
  if (!refund) return null
  if (!fee || isNothing(fee)) return words.refundSpoken({ refund: money(refund) })
  return words.refundSpokenLess({ refund: money(refund), kept: money(fee) })
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
        {words.keep}
      </Button>
      {onCancel && (
        <BusyButton variant="destructive" isBusy={!isReady || isBusy} onClick={onCancel}>
          {isBusy ? words.cancelling : words.cancel}
        </BusyButton>
      )}
    </>
  )
}

function QuoteSkeleton() {
  return (
    <Stack aria-busy="true">
      <Text role="status" textStyle="sm" color="fg.muted">
        {words.checking}
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
        {words.noQuote}
        <RequestId error={error} />
      </Notice>
      <TryAgain variant="outline" justifySelf="start" {...retry} />
    </Stack>
  )
}

function ByPhone({ trip }: { trip: Trip }) {
  const { contact } = useBrand()
  const why = trip.record.status === 'pending' ? words.stillConfirming : noCancelling(trip)
  return (
    <Notice tone="warning" role="status">
      {why} {words.byPhone({ number: contact.phone, phone: (number) => <PhoneLink phone={number} /> })}
    </Notice>
  )
}
