import { useEffect, useId, useRef } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Row, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import type { BookingRecord } from '@/lib/api/types'
import { bookingData } from '@/lib/booked-trip'
import { formatMomentTime } from '@/lib/dates'
import { formatTotal } from '@/lib/money'
import { reveal } from '@/lib/reveal'
import { routeName } from '@/lib/route-name'
import * as words from '@/messages/booking/outcome'
import { useAbandoning } from '../../hooks/use-abandoning'
import { BookingFrame } from '../booking-frame'

interface Props {
  bookingId: string
  /** The bank's page; null where the page that the server names is not one to follow. */
  url: string | null
  /** Once it has been read. */
  booking?: BookingRecord
  /** The cardholder comes from there: their answer is on its way to us, unless they gave none. */
  isBack: boolean
  /** It takes the place of the payment that was sent, and its way on that of the pressed button. */
  isSequel: boolean
  /** The traveller has stopped this payment. */
  onStopped: () => void
}

/** What the card says. That a bank's page is not opened comes first: no traveller can have come back from there. */
function wordsOf({ url, isBack }: Pick<Props, 'url' | 'isBack'>) {
  if (!url) return { title: words.bankUnsafeTitle, told: words.bankUnsafe }
  if (isBack) return { title: words.bankBackTitle, told: words.bankBackWords }
  return { title: words.bankTitle, told: words.bankWords }
}

/**
 * A booking that waits for the cardholder's answer to their bank (3-D Secure). They go there once they have read this:
 * no timer takes the page away. The way there stays open, and one out. Where the bank's page is not to be followed,
 * the way out alone is there.
 */
export function BankAsks({ bookingId, url, booking, isBack, isSequel, onStopped }: Props) {
  const { abandon, isStopping, isUnheard } = useAbandoning(bookingId, onStopped)
  const way = useRef<HTMLAnchorElement>(null)
  const explanation = useId()
  const { title, told } = wordsOf({ url, isBack })
  useEffect(() => {
    if (!url) console.warn('Bookings: the page of a bank is not on a host that is followed')
  }, [url])
  useEffect(() => {
    if (isSequel) reveal(way.current)
  }, [isSequel])
  return (
    <BookingFrame step={2}>
      <Card maxW="40rem" mx="auto" px={{ base: '5', md: '10' }} py="10" textAlign="center" role="status">
        <h1>{title}</h1>
        <Text id={explanation} mt="3" color="fg.muted">
          {told}
        </Text>
        {booking && <Sum booking={booking} />}
        <Row mt="6" justifyContent="center" flexWrap="wrap">
          {url && (
            <ButtonLink
              ref={way}
              href={url}
              size="lg"
              variant={isBack ? 'outline' : undefined}
              aria-describedby={explanation}
            >
              {words.toBank}
            </ButtonLink>
          )}
          <BusyButton variant={url ? 'ghost' : undefined} size="lg" isBusy={isStopping} onClick={abandon}>
            {isStopping ? words.stopping : words.anotherCard}
          </BusyButton>
        </Row>
        {isUnheard && (
          <Notice tone="warning" mt="4" textAlign="start" role="alert">
            {words.stopFailed}
          </Notice>
        )}
        <Text mt="6" textStyle="sm" color="fg.muted">
          {url ? limitOf(booking) : unsafeLimitOf(booking)} {words.bankKept}
        </Text>
      </Card>
    </BookingFrame>
  )
}

/** What the cardholder is asked to agree to. */
function Sum({ booking }: { booking: BookingRecord }) {
  const { slices, total_amount: total, total_currency: currency } = bookingData(booking)
  const [way] = slices
  if (!way) return null
  const route = routeName(way.origin, way.destination)
  return <Text mt="3">{words.bankSum({ amount: formatTotal(total, currency), route, strong })}</Text>
}

/** Until when the bank waits, and what comes then. */
function limitOf(booking: BookingRecord | undefined) {
  const until = booking ? words.bankUntil({ time: deadline(booking) }) : words.bankMinutes
  return `${until} ${words.bankLimit}`
}

/** The same where the bank's page is not to be followed. */
const unsafeLimitOf = (booking: BookingRecord | undefined) =>
  booking ? words.bankUnsafeUntil({ time: deadline(booking) }) : words.bankUnsafeLimit

/** For how long svc-booking waits for the answer, at least: it counts from when the bank asks (`domain/schedule.rs`). */
const WAIT_MS = 15 * 60_000

/** "15:20" */
const deadline = ({ createdAt }: BookingRecord) =>
  formatMomentTime(new Date(Date.parse(createdAt) + WAIT_MS).toISOString())
