'use client'
import { useEffect, useRef } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { Button, ButtonLink } from '@/components/ui/button'
import { Row } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import { formatMomentTime, minutesLabel } from '@/lib/dates'
import { formatTotal } from '@/lib/money'
import { reveal } from '@/lib/reveal'
import { useCountdown } from '@/lib/use-countdown'
import { useOnline } from '@/lib/use-online'
import * as bagWords from '@/messages/booking/bags'
import * as words from '@/messages/booking/payment-failure'
import * as bookingFailures from '@/messages/lib/booking-failures'
import * as buttons from '@/messages/lib/buttons'
import * as failures from '@/messages/lib/failures'
import { usePaymentStep, useTrip } from '../../hooks/booking-contexts'
import { usePhoneLink } from '../../hooks/use-phone-link'
import type { Failure } from '../../lib/failure'

interface Props {
  failure: Failure
}

/** What to read next: it takes the focus. A declined card leads to its field instead. */
const isNext = ({ kind }: Failure) => kind !== 'payment'

/** What went wrong, what it means for the traveller's money, and the way on. */
export function PaymentFailure({ failure }: Props) {
  const { firstTotal } = usePaymentStep()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNext(failure)) reveal(notice.current)
  }, [failure])

  // The offer's own notice says it.
  if (failure.kind === 'expired') return null
  return (
    <Notice
      ref={notice}
      tabIndex={isNext(failure) ? -1 : undefined}
      scrollMarginTop="6rem"
      tone={['price', 'bags', 'unanswered', 'away', 'offline'].includes(failure.kind) ? 'warning' : 'error'}
      role="alert"
    >
      <strong>{failure.kind === 'price' && firstTotal ? words.priceChangedAgain : failure.title}</strong>
      {bodyOf(failure)}
      {failure.requestId && <p>{failures.supportReference({ requestId: failure.requestId })}</p>}
    </Notice>
  )
}

function bodyOf(failure: Failure) {
  if (failure.kind === 'price' && failure.price) return <PriceChange price={failure.price} />
  if (failure.kind === 'unanswered') return <Unanswered message={failure.message} />
  if (failure.kind === 'offline') return <NotSent message={failure.message} />
  if (failure.kind === 'halted') return <Halted failure={failure} />
  if (failure.kind === 'fields') return <Fields failure={failure} />
  if (failure.kind === 'bags') return <Bags message={failure.message} />
  if (failure.kind === 'refused') return <Refused message={failure.message} />
  return <p>{failure.message}</p>
}

/** Nobody looks at another card for a while: until when, what stays, and whom to call meanwhile. */
function Halted({ failure: { message, retryAt } }: Props) {
  const call = usePhoneLink()
  const { isHalted } = usePaymentStep()
  const isOver = !isHalted && retryAt
  return (
    <>
      {isOver ? <p>{words.haltOver}</p> : <Until message={message} retryAt={retryAt} />}
      <p>{words.haltedAdvice(call)}</p>
    </>
  )
}

function Until({ message, retryAt }: Pick<Failure, 'message' | 'retryAt'>) {
  const seconds = useCountdown(retryAt)
  if (!retryAt) return <p>{message}</p>
  const time = formatMomentTime(retryAt)
  if (seconds === null) return <p>{words.halted({ time, strong })}</p>
  return <p>{words.haltedFor({ time, strong, unspoken, minutes: minutesLabel(Math.ceil(seconds / 60)) })}</p>
}

/** For the eye alone: a reader would hear the whole notice each minute. */
const unspoken = (text: string) => <span aria-hidden="true">{text}</span>

/** The airline does not sell this offer to anybody who asks again: the way on is another flight. */
function Refused({ message }: { message: string }) {
  const call = usePhoneLink()
  const { searchHref } = useTrip()
  return (
    <>
      <p>{message}</p>
      <p>{words.refusedAdvice(call)}</p>
      <ButtonLink href={searchHref} mt="3">
        {buttons.backToResults}
      </ButtonLink>
    </>
  )
}

/** Read by who comes back to the payment as it was: what is wrong stands at the bag itself. */
function Bags({ message }: { message: string }) {
  const { go } = useTrip()
  const { isHeld } = usePaymentStep()
  return (
    <>
      <p>{message}</p>
      <Button variant="outline" mt="3" disabled={isHeld} onClick={() => go('passengers')}>
        {bagWords.change}
      </Button>
    </>
  )
}

function PriceChange({ price }: { price: NonNullable<Failure['price']> }) {
  const { searchHref } = useTrip()
  return (
    <>
      <p>
        <NewPrice price={formatTotal(price.amount, price.currency)} />
      </p>
      <ButtonLink href={searchHref} variant="outline" mt="3">
        {words.chooseAnother}
      </ButtonLink>
    </>
  )
}

/** Beside what was asked for before; all of it, where it has changed more than once. */
function NewPrice({ price }: { price: string }) {
  const { currency } = useTrip().offer.price
  const { previousTotal, firstTotal } = usePaymentStep()
  if (!previousTotal) return words.newPrice({ price, strong })
  const before = formatTotal(previousTotal, currency)
  if (!firstTotal) return words.newPriceInstead({ price, before, strong })
  return words.newPriceAgain({ price, before, first: formatTotal(firstTotal, currency), strong })
}

function NotSent({ message }: { message: string }) {
  const isOnline = useOnline()
  return <p>{isOnline ? words.onlineAgain : message}</p>
}

/** The booking may have arrived. There is no second Pay button: asking again leads to the same booking. */
function Unanswered({ message: reason }: { message: string }) {
  const { phase, resume } = usePaymentStep()
  const isOnline = useOnline()
  return (
    <>
      <p>{isOnline ? words.unanswered({ reason }) : words.unansweredOffline({ reason })}</p>
      <BusyButton mt="3" isBusy={phase !== 'idle'} onClick={() => void resume()}>
        {phase === 'idle' ? buttons.askAgain : buttons.asking}
      </BusyButton>
    </>
  )
}

/** Of "passengers[0].firstName": "Passenger 1: ..." */
const problemOf = (field: string, problem: string) => {
  const index = /^passengers\[(\d+)\]/.exec(field)?.[1]
  return index === undefined ? problem : words.ofPassenger({ number: Number(index) + 1, problem })
}

function Fields({ failure: { fields = [], message } }: Props) {
  const { go } = useTrip()
  return (
    <>
      <p>{fields.length === 0 ? message : bookingFailures.notCharged}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ field, message: problem }) => (
            <li key={field}>{problemOf(field, problem)}</li>
          ))}
        </ul>
      )}
      <Row mt="3">
        <Button variant="outline" onClick={() => go('passengers')}>
          {buttons.backToPassengers}
        </Button>
      </Row>
    </>
  )
}
