'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AppLink } from '@/components/ui/app-link'
import { Notice } from '@/components/ui/notice'
import type { Amount, CancellationQuote } from '@/lib/api/types'
import { formatCountdown } from '@/lib/countdown'
import { formatTotal } from '@/lib/money'
import { routes } from '@/lib/routes'
import { useCountdown } from '@/lib/use-countdown'

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
  },
})

const money = (amount: Amount) => formatTotal(amount.amount, amount.currency)

const destinations: Record<string, string> = {
  card: 'Refund to your card',
  voucher: 'Refund as the airline’s voucher',
  airline_credits: 'Refund as airline credit',
}

function Line({ label, amount, sign = '' }: { label: string; amount: Amount | null; sign?: string }) {
  if (!amount) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {sign}
        {money(amount)}
      </dd>
    </div>
  )
}

/** What was paid, what is kept, what comes back. */
export function QuoteTable({ quote }: { quote: CancellationQuote }) {
  const seconds = useCountdown(quote.expiresAt)
  const isToCard = quote.refundTo === null || quote.refundTo === 'card'
  return (
    <>
      <Lines>
        <Line label="Paid" amount={quote.paid} />
        <Line label="Not refunded" amount={quote.fee} sign="−" />
        {quote.refund && (
          <div className="total">
            <dt>{destinations[quote.refundTo ?? 'card'] ?? 'Refund'}</dt>
            <dd>{money(quote.refund)}</dd>
          </div>
        )}
      </Lines>
      <Notice tone="warning">
        Fees may apply as shown; what they are for stands under{' '}
        <AppLink href={routes.postTicketingFees}>post-ticketing fees</AppLink>.{' '}
        {isToCard ? 'Refunds usually arrive in 7-14 business days.' : 'Nothing goes back to the card.'}
        {seconds !== null && seconds > 0 && (
          <>
            {' '}
            This quote holds for <strong>{formatCountdown(seconds)}</strong>.
          </>
        )}
      </Notice>
    </>
  )
}
