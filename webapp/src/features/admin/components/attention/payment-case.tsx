import { Badge } from '@/components/ui/badge'
import { Row, Stack, Text } from '@/components/ui/layout'
import type { PaymentCase as Of, PaymentAction } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'
import { formatExact } from '@/lib/money'
import { CallMade, Choices, Evidence, Fact, Facts } from './facts'
import { actions, differenceWords, disputesOf, explain, isHeld, refundStand, sums } from './payment-words'
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
        <Fact name="Money">
          {sums(of)}
          {of.amount && ` (of ${formatExact(of.amount.amount, of.amount.currency)})`}
          {isHeld(of) && of.captureBefore && `, ${holdWords(of.captureBefore)}`}
        </Fact>
        {disputesOf(of).map(({ id, words }) => (
          <Fact key={id} name="Dispute">
            {words}
          </Fact>
        ))}
        {of.refunds.map((it) => (
          <Fact key={it.seq} name={`Refund ${it.seq}`}>
            {it.amount && formatExact(it.amount.amount, it.amount.currency)} {refundStand(it.status)},{' '}
            {formatMoment(it.createdAt)} {it.providerId}
          </Fact>
        ))}
        {of.differences.map((it) => (
          <Fact key={`${it.objectId} ${it.what}`} name="Amounts differ">
            {differenceWords(it)}, since {formatMoment(it.foundAt)}
          </Fact>
        ))}
        <Fact name="Booking">{booking || 'none'}</Fact>
        <Fact name="Started">{formatMoment(of.createdAt)}</Fact>
        <Fact name="In this state since">{formatMoment(of.statusSince)}</Fact>
        {of.cardLast4 && <Fact name="Card">{`${of.cardBrand} ending in ${of.cardLast4}`}</Fact>}
        <Fact name="Brand">{of.brand}</Fact>
        <Fact name="IDs">{[of.paymentId, of.intentId, of.offerId].filter(Boolean).join(' · ')}</Fact>
      </Facts>
      <Evidence>
        <summary>What happened</summary>
        <ol>
          {of.attempts.map((it) => (
            <CallMade key={`${it.op}/${it.n}`} of={it} />
          ))}
          {of.history.map((it) => (
            <li key={`${it.at} ${it.what} ${it.toStatus}`}>
              {formatMoment(it.at)} {it.what}
              {it.toStatus && `: ${it.fromStatus} → ${it.toStatus}`}
              {it.operator && ` (by ${it.operator}${it.note ? `: ${it.note}` : ''})`}
            </li>
          ))}
        </ol>
      </Evidence>
      <Choices of={of.actions} words={actions} onChoose={onChoose} />
    </Stack>
  )
}
