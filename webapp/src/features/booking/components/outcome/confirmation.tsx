'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { RouteChart, routeChartStyles } from '@/components/offer/route-chart'
import { CalendarButton } from '@/components/trip/calendar-button'
import { ItineraryButton } from '@/components/trip/itinerary-button'
import { TestBookingWords } from '@/components/trip/test-booking'
import { ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Container, Stack } from '@/components/ui/layout'
import { notify } from '@/components/ui/toast/notify'
import { bookingsKey } from '@/lib/api/bookings'
import { currentUserKey } from '@/lib/api/current-user'
import { routes } from '@/lib/routes'
import { shortReference } from '@/lib/short-reference'
import * as words from '@/messages/booking/confirmation'
import type { AccountInfo } from '../../api/create-booking'
import { useAccountByMail } from '../../hooks/use-account-by-mail'
import { remember } from '../../lib/draft-memory'
import type { Ticket } from '../../lib/ticket'
import { BookingSteps, CONFIRMATION } from '../booking-frame'
import { AccountByMail, AccountCard } from './account-card'
import { NextSteps } from './next-steps'
import { OpenTrip } from './open-trip'
import { TicketCard } from './ticket-card'

const NEXT_TOAST_MS = 4_000

const Head = chakra('section', {
  base: {
    position: 'relative',
    isolation: 'isolate',
    overflow: 'hidden',
    bg: 'deep',
    color: 'deep.fg',
    pt: '10',
    pb: { base: '6.5rem', md: '7.5rem' },
    '& h1': { color: 'deep.fg', outline: 'none' },
    // Between phone and desk the route begins where the line would end.
    '& p': { maxW: { base: '24rem', lg: 'none' }, mt: '2', color: 'deep.muted', '& b, & strong': { color: 'deep.fg' } },
    '& .tick': {
      display: 'grid',
      placeItems: 'center',
      boxSize: '11',
      mb: '4',
      borderRadius: 'full',
      bg: 'accent',
      color: 'accent.contrast',
    },
    ...routeChartStyles,
    // The ticket covers the lower part.
    '& > .chart.wide': {
      top: '-2',
      insetStart: 'auto',
      w: '50rem',
      maxW: 'full',
      h: '15rem',
      // Beside the ticket the map is seen to its upper and lower ends, where it fades away as at its left.
      maskImage:
        'linear-gradient(270deg, #000 24.5rem, transparent 31rem), linear-gradient(180deg, transparent, #000 12%, #000 66%, transparent)',
      maskComposite: 'intersect',
    },
    '& > .chart.tall': { display: 'none' },
  },
})

/** What may be done next: one under the other, by twos on tablets, side by side on large screens. */
const Ways = chakra('div', {
  base: {
    display: 'grid',
    gap: '3',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, max-content)' },
  },
})

interface Props {
  ticket: Ticket
  email: string
  /** As the booking was answered: null where it made none, or told it before. Absent where that answer is not at hand. */
  account?: AccountInfo | null
  /** Where the answer is not at hand: when the booking was made. */
  bookedAt?: string
  /** Seen again after a reload: nothing is announced, and no password is there to show. */
  isEarlier?: boolean
}

/** What is sent, and where to. */
function onTheWay({ isTest }: Ticket, email: string) {
  const address = (text: string) => <b>{text}</b>
  if (!email) return isTest ? words.testSentByEmail : words.ticketsSentByEmail
  return isTest ? words.testSent({ email, address }) : words.ticketsSent({ email, address })
}

/** The end of the journey: the ticket, the account that came with it, and what happens next. */
export function Confirmation({ ticket, email, account, bookedAt, isEarlier = false }: Props) {
  const { mutate } = useSWRConfig()
  const hasAccount = Boolean(account)
  const mailedAccount = useAccountByMail(account, bookedAt)
  const reference = shortReference(ticket.reference)

  useEffect(() => {
    if (isEarlier) return
    remember({ type: 'booked' })
    // The booking may have signed the traveller in: the header and My Trips ask again.
    void mutate(currentUserKey)
    void mutate(bookingsKey)
    void notify({ type: 'success', title: words.title, description: words.referenceToast({ reference }) })
    if (!hasAccount) return
    // One toast is seen at a time.
    const timer = setTimeout(
      () => void notify({ type: 'success', title: words.accountCreated, description: words.signedIn }),
      NEXT_TOAST_MS,
    )
    return () => clearTimeout(timer)
  }, [mutate, hasAccount, reference, isEarlier])

  // It comes in the place of the form that was sent, and of its focus.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isEarlier) heading.current?.focus({ preventScroll: true })
  }, [isEarlier])

  const out = ticket.slices[0]
  return (
    <>
      <BookingSteps current={CONFIRMATION} />
      <Head data-deep="">
        {out && <RouteChart places={[out.origin, ...out.segments.map((segment) => segment.destination)]} />}
        <Container>
          <span className="tick">
            <Icon name="check" size="lg" />
          </span>
          <h1 ref={heading} tabIndex={-1}>
            {words.title}
          </h1>
          <p>{onTheWay(ticket, email)}</p>
          {ticket.isTest && (
            <p>
              <TestBookingWords />
            </p>
          )}
        </Container>
      </Head>
      <Container>
        <Stack gap="8" pb="10">
          <TicketCard ticket={ticket} />
          <Ways>
            <OpenTrip bookingId={ticket.bookingId} hasAccount={hasAccount} size="lg" />
            <CalendarButton bookingId={ticket.bookingId} />
            <ItineraryButton bookingId={ticket.bookingId} />
            <ButtonLink href={routes.home} variant="outline">
              {words.bookAnother}
            </ButtonLink>
          </Ways>
          {account && <AccountCard account={account} />}
          {mailedAccount && <AccountByMail isNew={mailedAccount === 'new'} />}
          <NextSteps slices={ticket.slices} isTest={ticket.isTest} />
        </Stack>
      </Container>
    </>
  )
}
