'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AppLink } from '@/components/ui/app-link'
import { Notice } from '@/components/ui/notice'
import type { Amount, CancellationQuote } from '@/lib/api/types'
import { formatCountdown } from '@/lib/countdown'
import { routes } from '@/lib/routes'
import { useCountdown } from '@/lib/use-countdown'
import { isNothing, money, substituteOf } from '../lib/refund'

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
    '& > .part': { pl: '4', textStyle: 'sm', color: 'fg.muted', '& dd': { color: 'fg.muted' } },
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

/** The parts of what goes back to the card; the airline's alone where it gives the sum. */
function CardParts({ quote: { fareRefund, markupRefund } }: { quote: CancellationQuote }) {
  if (isNothing(markupRefund)) return null
  return (
    <>
      <Line className="part" label="From the airline" amount={fareRefund} />
      <Line className="part" label="Our service fee, within 24 hours of booking" amount={markupRefund} />
    </>
  )
}

/** What was paid, what is kept, what comes back. */
export function QuoteTable({ quote }: { quote: CancellationQuote }) {
  const substitute = substituteOf(quote.refundTo)
  return (
    <>
      <Lines>
        <Line label="Paid" amount={quote.paid} />
        <Line label="Not refunded" amount={quote.fee} sign="−" />
        {substitute && <Line label={`As ${substitute} from the airline`} amount={quote.fareRefund} sign="−" />}
        <Line className="total" label="Refund to your card" amount={quote.refund} />
        {!substitute && <CardParts quote={quote} />}
      </Lines>
      <Conditions expiresAt={quote.expiresAt} hasCardRefund={!isNothing(quote.refund)} />
    </>
  )
}

function Conditions({ expiresAt, hasCardRefund }: { expiresAt: string; hasCardRefund: boolean }) {
  const seconds = useCountdown(expiresAt)
  return (
    <Notice tone="warning">
      Fees may apply as shown, see{' '}
      <AppLink href={routes.postTicketingFees} prefetch={false}>
        post-ticketing fees
      </AppLink>
      . {hasCardRefund && 'Refunds usually arrive in 7 to 14 business days. '}
      {seconds !== null && seconds > 0 && (
        <>
          This quote holds for <strong>{formatCountdown(seconds)}</strong>.
        </>
      )}
    </Notice>
  )
}
