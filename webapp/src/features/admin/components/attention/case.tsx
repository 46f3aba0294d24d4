import { Badge } from '@/components/ui/badge'
import { Row, Stack, Text } from '@/components/ui/layout'
import type { AttentionAction, AttentionItem } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'
import { formatExact } from '@/lib/money'
import { CallMade, Choices, Evidence, Fact, Facts } from './facts'
import { actions, explain, holdWords, money } from './words'

interface Props {
  of: AttentionItem
  onChoose: (action: AttentionAction) => void
}

/** One booking: where it stands, what is known, what may be done. */
export function Case({ of, onChoose }: Props) {
  return (
    <Stack gap="3" justifyItems="stretch">
      <Row flexWrap="wrap">
        <h3>{of.bookingReference || of.contactName || of.bookingId}</h3>
        <Badge variant="warning">{of.state}</Badge>
        <Badge variant={of.mode === 'live' ? 'destructive' : 'info'}>{of.mode}</Badge>
      </Row>
      <Text>{explain(of.state)}</Text>
      <Facts>
        <Fact name="Money">
          {of.total ? `${formatExact(of.total.amount, of.total.currency)} ` : ''}
          {money[of.money]}
          {of.captureBefore && `, ${holdWords(of.captureBefore)}`}
        </Fact>
        <Fact name="Booked">{formatMoment(of.createdAt)}</Fact>
        {of.unknownSince && <Fact name="Not known since">{formatMoment(of.unknownSince)}</Fact>}
        <Fact name="Traveler">
          {of.contactName} <a href={`mailto:${of.contactEmail}`}>{of.contactEmail}</a>
        </Fact>
        <Fact name="Brand">{of.brand}</Fact>
        {of.credits.map(({ holder, code, amount, issuedOn }) => (
          <Fact key={`${holder}/${code}/${issuedOn}`} name="Airline credit">
            {[
              holder,
              amount && formatExact(amount.amount, amount.currency),
              code ? `code ${code}` : 'no code yet',
              issuedOn && `issued on ${issuedOn}`,
            ]
              .filter(Boolean)
              .join(', ')}
          </Fact>
        ))}
        <Fact name="IDs">{[of.bookingId, of.offerId, of.orderId, of.paymentId].filter(Boolean).join(' · ')}</Fact>
      </Facts>
      <Evidence>
        <summary>What happened</summary>
        <ol>
          {of.attempts.map((it) => (
            <CallMade key={`${it.op}/${it.n}`} of={it} />
          ))}
          {of.history.map((it) => (
            <li key={`${it.at} ${it.what} ${it.toState}`}>
              {formatMoment(it.at)} {it.what}: {it.fromState} → {it.toState}
              {it.operator && ` (by ${it.operator}${it.note ? `: ${it.note}` : ''})`}
            </li>
          ))}
        </ol>
      </Evidence>
      <Choices of={of.actions} words={actions} onChoose={onChoose} />
    </Stack>
  )
}
