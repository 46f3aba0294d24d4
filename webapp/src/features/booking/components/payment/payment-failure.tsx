'use client'
import { useEffect, useRef } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { Button, ButtonLink } from '@/components/ui/button'
import { Row } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { PhoneLink } from '@/components/ui/phone-link'
import { formatMomentTime, minutesLabel } from '@/lib/dates'
import { formatTotal } from '@/lib/money'
import { reveal } from '@/lib/reveal'
import { useCountdown } from '@/lib/use-countdown'
import { useOnline } from '@/lib/use-online'
import { useBrand } from '@/providers/brand-provider'
import { usePaymentStep, useTrip } from '../../hooks/booking-contexts'
import { type Failure, withMoneyWords } from '../../lib/failure'

interface Props {
  failure: Failure
}

/** What went wrong, what it means for the traveller's money, and the way on. */
export function PaymentFailure({ failure }: Props) {
  const { firstTotal } = usePaymentStep()
  const notice = useRef<HTMLDivElement>(null)
  // A declined card leads to its field; every other message is what to read next.
  useEffect(() => {
    if (failure.kind !== 'payment') reveal(notice.current)
  }, [failure])

  // The offer's own notice says it.
  if (failure.kind === 'expired') return null
  return (
    <Notice
      ref={notice}
      tabIndex={-1}
      scrollMarginTop="6rem"
      tone={['price', 'unanswered', 'away', 'offline'].includes(failure.kind) ? 'warning' : 'error'}
      role="alert"
    >
      <strong>{failure.kind === 'price' && firstTotal ? 'The price has changed again' : failure.title}</strong>
      {bodyOf(failure)}
      {failure.requestId && <p>Reference for support: {failure.requestId}</p>}
    </Notice>
  )
}

function bodyOf(failure: Failure) {
  if (failure.kind === 'price' && failure.price) return <PriceChange price={failure.price} />
  if (failure.kind === 'unanswered') return <Unanswered message={failure.message} />
  if (failure.kind === 'offline') return <NotSent message={failure.message} />
  if (failure.kind === 'halted') return <Halted failure={failure} />
  if (failure.kind === 'fields') return <Fields failure={failure} />
  if (failure.kind === 'refused') return <Refused message={failure.message} />
  if (failure.kind === 'payment') return <p>{withMoneyWords(failure.message)}</p>
  return <p>{failure.message}</p>
}

/** Nobody looks at another card for a while: until when, what stays, and whom to call meanwhile. */
function Halted({ failure: { message, retryAt } }: Props) {
  const { contact } = useBrand()
  const { isHalted } = usePaymentStep()
  const isOver = !isHalted && retryAt
  return (
    <>
      {isOver ? <p>You can pay again now. Nothing was charged.</p> : <Until message={message} retryAt={retryAt} />}
      <p>
        We’ve kept your passengers and seats. You only need to re-enter your card. To book by phone, call{' '}
        <PhoneLink phone={contact.phone} />.
      </p>
    </>
  )
}

function Until({ message, retryAt }: Pick<Failure, 'message' | 'retryAt'>) {
  const seconds = useCountdown(retryAt)
  if (!retryAt) return <p>{withMoneyWords(message)}</p>
  return (
    <p>
      There were too many payment attempts. You can pay again at <strong>{formatMomentTime(retryAt)}</strong>
      {/* For the eye alone: a reader would hear the whole notice each minute. */}
      {seconds !== null && <span aria-hidden="true"> (in {minutesLabel(Math.ceil(seconds / 60))})</span>}. Nothing was
      charged.
    </p>
  )
}

/** The airline does not sell this offer to anybody who asks again: the way on is another flight. */
function Refused({ message }: { message: string }) {
  const { contact } = useBrand()
  const { searchHref } = useTrip()
  return (
    <>
      <p>{message}</p>
      <p>
        Please choose another flight, or call <PhoneLink phone={contact.phone} />. We’ve kept your details. You only
        need to re-enter passport and card.
      </p>
      <ButtonLink href={searchHref} mt="3">
        Back to Search Results
      </ButtonLink>
    </>
  )
}

function PriceChange({ price }: { price: NonNullable<Failure['price']> }) {
  const { searchHref } = useTrip()
  const next = formatTotal(price.amount, price.currency)
  return (
    <>
      <p>
        The airline now asks for <strong>{next}</strong>
        <PriceBefore />. Nothing was charged. Pay {next} below if you agree, or choose another flight.
      </p>
      <ButtonLink href={searchHref} variant="outline" mt="3">
        Choose another flight
      </ButtonLink>
    </>
  )
}

/** What was asked for before; all of it, where it has changed more than once. */
function PriceBefore() {
  const { currency } = useTrip().offer.price
  const { previousTotal, firstTotal } = usePaymentStep()
  if (!previousTotal) return null
  const before = formatTotal(previousTotal, currency)
  return firstTotal ? `. It was ${formatTotal(firstTotal, currency)} at first, then ${before}` : ` instead of ${before}`
}

function NotSent({ message }: { message: string }) {
  const isOnline = useOnline()
  return <p>{isOnline ? 'Your connection is back: you can pay now. Nothing was charged.' : message}</p>
}

/** The booking may have arrived. There is no second Pay button: asking again leads to the same booking. */
function Unanswered({ message }: { message: string }) {
  const { phase, resume } = usePaymentStep()
  const isOnline = useOnline()
  return (
    <>
      <p>
        {message} Your booking may already be on its way, so do not start another one. Asking again never books or
        charges twice.{!isOnline && ' You are offline: as soon as your connection is back, we ask by ourselves.'}
      </p>
      <BusyButton mt="3" isBusy={phase !== 'idle'} onClick={() => void resume()}>
        {phase === 'idle' ? 'Ask again' : 'Asking…'}
      </BusyButton>
    </>
  )
}

/** "passengers[0].firstName" -> "Passenger 1" */
const ownerOf = (field: string) => {
  const index = /^passengers\[(\d+)\]/.exec(field)?.[1]
  return index === undefined ? '' : `Passenger ${Number(index) + 1}: `
}

function Fields({ failure: { fields = [], message } }: Props) {
  const { go } = useTrip()
  return (
    <>
      <p>{fields.length === 0 ? message : 'Nothing was charged.'}</p>
      <ul>
        {fields.map(({ field, message: words }) => (
          <li key={field}>
            {ownerOf(field)}
            {words}
          </li>
        ))}
      </ul>
      <Row mt="3">
        <Button variant="outline" onClick={() => go('passengers')}>
          Back to passenger details
        </Button>
      </Row>
    </>
  )
}
