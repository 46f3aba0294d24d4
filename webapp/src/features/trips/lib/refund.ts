import type { Amount, BookingCancelled, BookingData, Cancellation, CancellationQuote } from '@/lib/api/types'
import { addDays, formatDayOfYear, formatWeekday } from '@/lib/dates'
import { formatTotal } from '@/lib/money'

export const money = ({ amount, currency }: Amount) => formatTotal(amount, currency)

export const isNothing = (amount: Amount | null | undefined) => !amount || Number(amount.amount) === 0

interface Substitute {
  /** Behind a sum. */
  name: string
  label: string
  /** Within a sentence. */
  given: string
}

/** What the airline gives in place of money, by the API's `refundTo`; nothing where money goes back to the card. */
const substitutes: Record<string, Substitute> = {
  voucher: { name: 'voucher', label: 'Airline voucher', given: 'a voucher' },
  airline_credits: { name: 'airline credit', label: 'Airline credit', given: 'airline credit' },
}

const substituteOf = (refundTo: string) => substitutes[refundTo] ?? null

/** What the airline gives in place of money, with its sum where the booking says it. */
const airlinesPart = ({ refundTo, credit }: Pick<Cancellation, 'refundTo' | 'credit'>) => {
  const substitute = substituteOf(refundTo)
  if (!substitute) return ''
  return ` The airline gives you ${credit ? money(credit) : 'its share'} as ${substitute.given} for its flights.`
}

type QuotedCredit = Pick<CancellationQuote, 'refundTo' | 'fareRefund' | 'breakdown'>

/** What a quote pays in place of money, and in words that it is no refund; null where it pays none. */
export function promisedCredit({ refundTo, fareRefund, breakdown }: QuotedCredit) {
  const substitute = substituteOf(refundTo)
  // A booking service of the version before breaks nothing down.
  const amount = breakdown?.credit ?? fareRefund
  if (!substitute || !amount || isNothing(amount)) return null
  const { label, given } = substitute
  return {
    label,
    amount,
    words: `The airline gives you ${given} for its flights instead of a refund to your card.`,
  }
}

/** What has just been promised. */
export function promisedRefund({ refund, ...airlines }: Pick<BookingCancelled, 'refund' | 'refundTo' | 'credit'>) {
  const card =
    refund === null || isNothing(refund)
      ? 'Nothing goes back to your card.'
      : `${money(refund)} goes back to your card.`
  return card + airlinesPart(airlines)
}

/** What a cancelled trip came to, in a word or two; the amount stands beside it where there is one. */
export function refundLabel({ refund, refundStatus, refundTo, credit }: Cancellation) {
  if (isNothing(refund))
    return credit ? `${money(credit)} ${substituteOf(refundTo)?.name ?? ''}`.trim() : 'No card refund'
  if (refundStatus === 'succeeded') return 'refunded'
  return refundStatus === 'failed' ? 'refund delayed' : 'refund on its way'
}

/** How far the refund of a cancelled trip has come. */
export function refundProgress({ refund, refundStatus, ...airlines }: Cancellation) {
  if (refund === null || isNothing(refund)) return `Nothing goes back to your card.${airlinesPart(airlines)}`
  const words: Record<string, string> = {
    succeeded: `${money(refund)} was refunded to your card.`,
    failed: `Your refund of ${money(refund)} is delayed. We’re looking into it.`,
  }
  return (words[refundStatus] ?? `Your refund of ${money(refund)} is on its way to your card.`) + airlinesPart(airlines)
}

/** What banks take at most to show a refund, in business days. The mail of a cancellation says the same. */
const REFUND_TAKES = 14

/** By when a bank shows what goes back to a card; nothing where nothing does. */
export function refundArrival({ refund, cancelledAt }: Pick<Cancellation, 'refund' | 'cancelledAt'>) {
  if (isNothing(refund)) return ''
  const day = formatDayOfYear(workingDaysAfter(cancelledAt.slice(0, 10), REFUND_TAKES))
  return ` Expect it by ${day}: banks take up to ${REFUND_TAKES} business days.`
}

const isWeekend = (date: string) => ['Saturday', 'Sunday'].includes(formatWeekday(date))

function workingDaysAfter(start: string, days: number) {
  let date = start
  for (let left = days; left > 0; left -= isWeekend(date) ? 0 : 1) date = addDays(date, 1)
  return date
}

const tones: Record<string, 'success' | 'warning'> = { succeeded: 'success', failed: 'warning' }

export const refundTone = ({ refundStatus }: Cancellation) => tones[refundStatus] ?? 'info'

/** What was agreed of a refund when the fare was sold, where the airline said it. */
export function soldAs({ conditions: { refund_before_departure: rule } }: BookingData) {
  if (!rule) return ''
  if (!rule.allowed) return 'This fare is non-refundable.'
  const { penalty_amount: amount, penalty_currency: currency } = rule
  if (!amount || !currency || Number(amount) === 0) return ''
  return `The airline charges ${money({ amount, currency })} to cancel this fare.`
}
