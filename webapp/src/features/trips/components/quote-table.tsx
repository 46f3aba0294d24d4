'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AppLink } from '@/components/ui/app-link'
import { Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import type { Amount, BookingData, CancellationQuote } from '@/lib/api/types'
import { formatCountdown } from '@/lib/countdown'
import { routes } from '@/lib/routes'
import { useCountdown } from '@/lib/use-countdown'
import { wordOf } from '../lib/breakdown'
import { isNothing, money, promisedCredit, soldAs } from '../lib/refund'

const Lines = chakra('dl', {
  base: {
    display: 'grid',
    gap: '2',
    p: '4',
    border: '1px solid {colors.line}',
    borderRadius: 'md',
    fontSize: 'label',
    '& > div': { display: 'flex', justifyContent: 'space-between', gap: '4' },
    '& dd': { flex: 'none', color: 'ink', fontVariantNumeric: 'tabular-nums' },
    '& > .total': { pt: '2', borderTop: '1px solid {colors.line}', fontWeight: 'semibold', color: 'ink' },
    '& > .part': { ps: '4', textStyle: 'sm', color: 'fg.muted', '& dd': { color: 'fg.muted' } },
  },
})

interface LineProps {
  label: string
  amount: Amount | null
  sign?: string
  className?: string
}

function Line({ label, amount, sign = '', className }: LineProps) {
  if (!amount) return null
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>
        {sign}
        {money(amount)}
      </dd>
    </div>
  )
}

interface Props {
  quote: CancellationQuote
  data: BookingData
}

/** What the sum above them is made of. */
const Parts = ({ quote, kept }: { quote: CancellationQuote; kept: boolean }) =>
  quote.breakdown?.lines
    .filter((line) => line.kept === kept)
    .map((line) => <Line key={line.part} className="part" label={wordOf(line)} amount={line.amount} />)

/** Why the airline refunds no more. */
function airlinesReason({ quote, data }: Props) {
  const kept = quote.breakdown?.keptByAirline
  const isRefundable = data.conditions.refund_before_departure?.allowed !== false
  if (!isRefundable && kept && !isNothing(kept))
    return `This fare is non-refundable, so the airline keeps ${money(kept)}.`
  if (isNothing(quote.fareRefund) && isRefundable) return `The airline doesn’t refund this fare. ${soldAs(data)}`
  return isNothing(quote.fee) ? '' : soldAs(data)
}

/** Why the airline refunds no more, and why we don't. */
function reasons({ quote, data }: Props) {
  const isOurFeeKept = quote.breakdown?.lines.some(({ part, kept }) => kept && part === 'service_fee')
  return [airlinesReason({ quote, data }), isOurFeeKept && 'We refund our booking fee only within 24 hours of booking.']
    .filter(Boolean)
    .join(' ')
}

/** What was paid, what is kept, what comes back: to the card, or as credit with the airline. */
export function QuoteTable({ quote, data }: Props) {
  const credit = promisedCredit(quote)
  const why = reasons({ quote, data })
  return (
    <>
      <Lines>
        <Line label="Paid" amount={quote.paid} />
        {!isNothing(quote.fee) && <Line label="Not refunded" amount={quote.fee} sign="−" />}
        <Parts quote={quote} kept />
        <Line className="total" label="Refund to your card" amount={quote.refund} />
        <Parts quote={quote} kept={false} />
        {credit && <Line className="total" label={credit.label} amount={credit.amount} />}
      </Lines>
      {credit && (
        <Text textStyle="sm">
          <strong>
            {credit.label}: {money(credit.amount)}.
          </strong>{' '}
          {credit.words}
        </Text>
      )}
      {why && <Text textStyle="sm">{why}</Text>}
      <Conditions quote={quote} />
    </>
  )
}

function Conditions({ quote: { expiresAt, refund, fee } }: Pick<Props, 'quote'>) {
  const seconds = useCountdown(expiresAt)
  return (
    <Notice tone="warning">
      {isNothing(fee) ? 'No cancellation fee.' : 'Fees may apply, as shown.'} If an agent cancels for you,{' '}
      <AppLink href={routes.postTicketingFees} prefetch={false}>
        post-ticketing fees
      </AppLink>{' '}
      apply. {!isNothing(refund) && 'Refunds usually arrive in 7 to 14 business days. '}
      {seconds !== null && seconds > 0 && (
        <>
          {isNothing(refund) ? 'Amounts' : 'Refund amount'} guaranteed for <strong>{formatCountdown(seconds)}</strong>.
        </>
      )}
    </Notice>
  )
}
