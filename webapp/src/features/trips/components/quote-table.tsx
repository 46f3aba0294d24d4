'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AppLink } from '@/components/ui/app-link'
import { Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import type { Amount, BookingData, CancellationQuote } from '@/lib/api/types'
import { formatCountdown } from '@/lib/countdown'
import { routes } from '@/lib/routes'
import { useCountdown } from '@/lib/use-countdown'
import * as words from '@/messages/trips/cancel'
import { wordOf } from '../lib/breakdown'
import { isNothing, money, promisedCredit, sentences, soldAs, soldWithFee } from '../lib/refund'

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

/** What was bought beside the fare. */
function boughtOf({ seats, bags }: BookingData) {
  if (bags.length === 0 && seats.length > 0) return 'seats'
  return seats.length === 0 && bags.length > 0 ? 'bags' : 'both'
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
  if (!isRefundable && kept && !isNothing(kept)) {
    return sentences(words.keptOfFare({ sum: money(kept) }), !promisedCredit(quote) && words.noCreditNamed)
  }
  if (isNothing(quote.fareRefund) && isRefundable) return sentences(words.airlineRefundsNone, soldAs(data))
  return isNothing(quote.fee) ? '' : soldAs(data)
}

/** Why the airline refunds no more, and why we don't. */
function reasons({ quote, data }: Props) {
  const isOurFeeKept = quote.breakdown?.lines.some(({ part, kept }) => kept && part === 'service_fee')
  return sentences(airlinesReason({ quote, data }), isOurFeeKept && words.bookingFeeKept)
}

/** What was paid, what is kept, what comes back: to the card, or as credit with the airline. */
export function QuoteTable({ quote, data }: Props) {
  const credit = promisedCredit(quote)
  const why = reasons({ quote, data })
  return (
    <>
      <Lines>
        <Line label={words.paid} amount={quote.paid} />
        <Line className="part" label={words.seatsAndBags({ bought: boughtOf(data) })} amount={quote.extras} />
        {!isNothing(quote.fee) && <Line label={words.notRefunded} amount={quote.fee} sign="−" />}
        <Parts quote={quote} kept />
        <Line className="total" label={words.toCard} amount={quote.refund} />
        <Parts quote={quote} kept={false} />
        {credit && <Line className="total" label={credit.label} amount={credit.amount} />}
      </Lines>
      {credit && (
        <Text textStyle="sm">
          <strong>{words.creditSum({ label: credit.label, sum: money(credit.amount) })}</strong> {credit.words}
        </Text>
      )}
      {why && <Text textStyle="sm">{why}</Text>}
      <Conditions quote={quote} data={data} />
    </>
  )
}

/** Some of what is kept is a charge for the cancellation, and no price of a fare that is lost. */
const isFeeShown = ({ quote: { breakdown }, data }: Props) =>
  soldWithFee(data) !== null ||
  breakdown?.lines.some(({ part, kept }) => kept && (part === 'airline' || part === 'service_fee')) === true

/** What cancelling costs in all, beside the rule that was sold where that said more. */
function feeWords({ quote, data }: Props) {
  if (!isNothing(quote.fee)) return isFeeShown({ quote, data }) && words.feesShown
  const rule = soldWithFee(data)
  return rule ? words.noFeeNow({ rule }) : words.noFee
}

function Conditions({ quote, data }: Props) {
  const { expiresAt, refund, fee } = quote
  const seconds = useCountdown(expiresAt)
  const holds = isNothing(refund) ? words.amountsHold : words.refundHolds
  return (
    <Notice tone={isNothing(fee) ? 'info' : 'warning'}>
      {sentences(feeWords({ quote, data }), words.wholeBooking)} {words.agentFees({ link: feesLink })}{' '}
      {!isNothing(refund) && `${words.refundsArrive} `}
      {seconds !== null && seconds > 0 && holds({ time: formatCountdown(seconds), strong })}
    </Notice>
  )
}

const feesLink = (text: string) => (
  <AppLink href={routes.postTicketingFees} prefetch={false}>
    {text}
  </AppLink>
)
