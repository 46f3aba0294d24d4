'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AirportsNote } from '@/components/offer/airports-note'
import { BookedBags } from '@/components/offer/booked-bags'
import { BookedSeats } from '@/components/offer/booked-seats'
import { LapBagsNote } from '@/components/offer/lap-bags-note'
import { TicketLeg } from '@/components/offer/ticket-leg'
import { LapOf } from '@/components/trip/lap-of'
import { TicketNumbers } from '@/components/trip/ticket-numbers'
import { Button } from '@/components/ui/button'
import { CardTitle } from '@/components/ui/card-title'
import { copyText } from '@/components/ui/copy-text'
import { Icon } from '@/components/ui/icon'
import { Box, Text } from '@/components/ui/layout'
import { formatTotal } from '@/lib/money'
import { shortReference } from '@/lib/short-reference'
import { ticketLabel } from '@/lib/travellers'
import * as words from '@/messages/booking/confirmation'
import * as fieldWords from '@/messages/components/fields'
import * as bagWords from '@/messages/lib/bags'
import * as flightWords from '@/messages/lib/flights'
import * as travelerWords from '@/messages/lib/travelers'
import { useTicket } from '../../hooks/use-ticket'
import type { Ticket } from '../../lib/ticket'
import { BagsStrip } from './bags-strip'

const Root = chakra('article', {
  base: {
    position: 'relative',
    zIndex: 'raised',
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 17rem' },
    mt: '-4.5rem',
    bg: 'surface',
    border: '1px solid {colors.line}',
    borderRadius: 'xl',
    shadow: 'popover',
    '& .flights': { display: 'flex', flexDirection: 'column', justifyContent: 'space-between' },
    '& .leg-block': { display: 'grid', gap: '4', p: { base: '4', md: '6' } },
    '& .leg-block + .leg-block': { borderTop: '1px solid {colors.line}' },
    '& .bags > p': { mt: '0', px: { base: '4', md: '6' }, pb: '4' },
    '& .stub': {
      display: 'grid',
      gap: '4',
      alignContent: 'start',
      p: { base: '4', md: '6' },
      borderStart: { lg: '2px dashed {colors.line.strong}' },
      borderTop: { base: '2px dashed {colors.line.strong}', lg: '0' },
    },
    '& .reference': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      '& b': { fontSize: '1.5rem', fontWeight: 'bold', letterSpacing: '0.06em', fontVariantNumeric: 'tabular-nums' },
    },
    '& dt': { textStyle: 'sm', color: 'fg.muted' },
    '& .people dd': { mt: '2', textStyle: 'sm' },
    // What it was paid with below, and the sum beside both.
    '& .paid': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      columnGap: '4',
      alignItems: 'center',
      pt: '4',
      borderTop: '1px solid {colors.line}',
    },
    '& .paid .sum': {
      gridColumn: '2',
      gridRow: '1 / span 2',
      fontWeight: 'semibold',
      color: 'ink',
      fontVariantNumeric: 'tabular-nums',
    },
  },
})

function Stub({ ticket: first }: { ticket: Ticket }) {
  const { ticket, areNumbersAwaited } = useTicket(first)
  const reference = shortReference(ticket.reference)
  return (
    <dl className="stub">
      <div>
        <dt>{fieldWords.bookingReference}</dt>
        <dd className="reference">
          <b>{reference}</b>
          <Button variant="ghost" size="icon" aria-label={words.copyReference} onClick={() => void copyText(reference)}>
            <Icon name="copy" />
          </Button>
        </dd>
        {ticket.reference.toUpperCase() !== reference && (
          <Text as="dd" textStyle="xs" color="fg.muted" overflowWrap="anywhere">
            {words.fullReference({ reference: ticket.reference })}
          </Text>
        )}
      </div>
      <div className="people">
        <dt>{travelerWords.passengers}</dt>
        {ticket.passengers.map(({ name, type, lapOf, ticketNumbers }) => (
          <dd key={`${name}${type}`}>
            {travelerWords.namedTicket({ name, ticket: ticketLabel(type), strong: (text) => <b>{text}</b> })}
            <LapOf adult={lapOf} />
            <TicketNumbers numbers={ticketNumbers} />
          </dd>
        ))}
        {areNumbersAwaited && (
          <Text as="dd" mt="2" color="fg.muted">
            {words.numbersFollow}
          </Text>
        )}
      </div>
      <div className="paid">
        <dt>{words.paid}</dt>
        <dd className="sum">{formatTotal(ticket.total, ticket.currency)}</dd>
        {ticket.card && (
          <Text as="dd" textStyle="xs" color="fg.muted">
            {words.cardEnding(ticket.card)}
          </Text>
        )}
      </div>
    </dl>
  )
}

/** The flights on the left, what to say at the counter on the stub. */
export function TicketCard({ ticket }: { ticket: Ticket }) {
  return (
    <Root aria-label={words.ticketLabel}>
      <div className="flights">
        <div>
          <Box p={{ base: '4', md: '6' }} pb="0" _empty={{ display: 'none' }}>
            <AirportsNote slices={ticket.slices} />
          </Box>
          {ticket.slices.map((slice, index) => (
            <section key={slice.id} className="leg-block">
              <CardTitle>{index === 0 ? flightWords.outboundFlight : flightWords.returnFlight}</CardTitle>
              <TicketLeg slice={slice} />
              <BookedSeats slice={slice} seats={ticket.seats} isFirst={index === 0} />
            </section>
          ))}
          {ticket.bags.length > 0 && (
            <section className="leg-block">
              <CardTitle>{bagWords.extraBags}</CardTitle>
              <BookedBags slices={ticket.slices} bags={ticket.bags} />
            </section>
          )}
        </div>
        <div className="bags">
          <BagsStrip slices={ticket.slices} hasBought={ticket.bags.length > 0} emissionsKg={ticket.emissionsKg} />
          <LapBagsNote passengers={ticket.passengers} />
        </div>
      </div>
      <Stub ticket={ticket} />
    </Root>
  )
}
