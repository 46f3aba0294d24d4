import { Badge } from '@/components/ui/badge'
import { Row, Stack, Text } from '@/components/ui/layout'
import type { AttentionAction, AttentionItem } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'
import { formatExact } from '@/lib/money'
import * as words from '@/messages/admin/attention/bookings'
import * as caseWords from '@/messages/admin/attention/case'
import * as lists from '@/messages/lib/lists'
import { CallMade, Choices, Evidence, Fact, Facts, Step } from './facts'
import { actions, explain, holdWords, sumOf } from './words'

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
        <Fact name={caseWords.money}>
          {[sumOf(of), of.captureBefore && holdWords(of.captureBefore)].filter(Boolean).join(lists.separator)}
        </Fact>
        <Fact name={words.booked}>{formatMoment(of.createdAt)}</Fact>
        {of.unknownSince && <Fact name={words.unknownSince}>{formatMoment(of.unknownSince)}</Fact>}
        <Fact name={words.traveler}>
          {of.contactName} <a href={`mailto:${of.contactEmail}`}>{of.contactEmail}</a>
        </Fact>
        <Fact name={caseWords.brand}>{of.brand}</Fact>
        {of.credits.map(({ holder, code, amount, issuedOn }) => (
          <Fact key={`${holder}/${code}/${issuedOn}`} name={words.credit}>
            {[
              holder,
              amount && formatExact(amount.amount, amount.currency),
              code ? words.creditCode({ code }) : words.noCreditCode,
              issuedOn && words.creditIssued({ day: issuedOn }),
            ]
              .filter(Boolean)
              .join(lists.separator)}
          </Fact>
        ))}
        <Fact name={caseWords.ids}>
          {[of.bookingId, of.offerId, of.orderId, of.paymentId].filter(Boolean).join(' · ')}
        </Fact>
      </Facts>
      <Evidence>
        <summary>{caseWords.whatHappened}</summary>
        <ol>
          {of.attempts.map((it) => (
            <CallMade key={`${it.op}/${it.n}`} of={it} />
          ))}
          {of.history.map((it) => (
            <Step key={`${it.at} ${it.what} ${it.toState}`} of={it} from={it.fromState} to={it.toState} />
          ))}
        </ol>
      </Evidence>
      <Choices of={of.actions} actions={actions} onChoose={onChoose} />
    </Stack>
  )
}
