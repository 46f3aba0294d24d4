import { Badge } from '@/components/ui/badge'
import { Row, Stack, Text } from '@/components/ui/layout'
import type { PaymentCase as Of, PaymentAction } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'
import { formatExact } from '@/lib/money'
import * as caseWords from '@/messages/admin/attention/case'
import * as words from '@/messages/admin/attention/payments'
import * as lists from '@/messages/lib/lists'
import { CallMade, Choices, Evidence, Fact, Facts, Step } from './facts'
import { actions, differenceWords, disputesOf, explain, isHeld, refundStand, sumsOf } from './payment-words'
import { holdWords } from './words'

interface Props {
  of: Of
  onChoose: (action: PaymentAction) => void
}

/** One payment: where its money is, what is known at the card provider, what may be done. */
export function PaymentCase({ of, onChoose }: Props) {
  const booking = [of.bookingReference, of.bookingState, of.bookingId].filter(Boolean).join(' · ')
  return (
    <Stack gap="3" justifyItems="stretch">
      <Row flexWrap="wrap">
        <h3>{of.bookingReference || of.intentId || of.paymentId}</h3>
        <Badge variant="warning">{of.status}</Badge>
        <Badge variant={of.mode === 'live' ? 'destructive' : 'info'}>{of.mode}</Badge>
      </Row>
      <Text>{explain(of.status)}</Text>
      <Facts>
        <Fact name={caseWords.money}>
          {[sumsOf(of), isHeld(of) && of.captureBefore && holdWords(of.captureBefore)]
            .filter(Boolean)
            .join(lists.separator)}
        </Fact>
        {disputesOf(of).map(({ id, details }) => (
          <Fact key={id} name={words.dispute}>
            {details}
          </Fact>
        ))}
        {of.refunds.map((it) => (
          <Fact key={it.seq} name={words.refundName({ number: it.seq })}>
            {words.refund({
              amount: it.amount ? formatExact(it.amount.amount, it.amount.currency) : '',
              state: refundStand(it.status),
              moment: formatMoment(it.createdAt),
              id: it.providerId,
            })}
          </Fact>
        ))}
        {of.differences.map((it) => (
          <Fact key={`${it.objectId} ${it.what}`} name={words.amountsDiffer}>
            {words.differenceSince({ difference: differenceWords(it), moment: formatMoment(it.foundAt) })}
          </Fact>
        ))}
        <Fact name={words.booking}>{booking || words.noBooking}</Fact>
        <Fact name={words.started}>{formatMoment(of.createdAt)}</Fact>
        <Fact name={words.stateSince}>{formatMoment(of.statusSince)}</Fact>
        {of.cardLast4 && (
          <Fact name={words.card}>{words.cardEnding({ brand: of.cardBrand, last4: of.cardLast4 })}</Fact>
        )}
        <Fact name={caseWords.brand}>{of.brand}</Fact>
        <Fact name={caseWords.ids}>{[of.paymentId, of.intentId, of.offerId].filter(Boolean).join(' · ')}</Fact>
      </Facts>
      <Evidence>
        <summary>{caseWords.whatHappened}</summary>
        <ol>
          {of.attempts.map((it) => (
            <CallMade key={`${it.op}/${it.n}`} of={it} />
          ))}
          {of.history.map((it) => (
            <Step key={`${it.at} ${it.what} ${it.toStatus}`} of={it} from={it.fromStatus} to={it.toStatus} />
          ))}
        </ol>
      </Evidence>
      <Choices of={of.actions} actions={actions} onChoose={onChoose} />
    </Stack>
  )
}
