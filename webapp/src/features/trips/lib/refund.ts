import type { Amount, BookingCancelled, BookingData, Cancellation, CancellationQuote } from '@/lib/api/types'
import { addDays, formatDayOfYear, weekdayOf } from '@/lib/dates'
import { formatTotal } from '@/lib/money'
import * as rules from '@/messages/lib/fare-rules'
import * as words from '@/messages/trips/refund'

export const money = ({ amount, currency }: Amount) => formatTotal(amount, currency)

export const isNothing = (amount: Amount | null | undefined) => !amount || Number(amount.amount) === 0

/** Sentences one after another, without those that there is no reason for. */
export const sentences = (...texts: readonly (string | false | undefined)[]) => texts.filter(Boolean).join(' ')

/** The airline gives something in place of money: none of it goes back to the card. */
const isSubstitute = (refundTo: string) => refundTo === 'voucher' || refundTo === 'airline_credits'

/** What the airline gives in place of money, with its sum where the booking says it. */
const airlinesPart = ({ refundTo, credit }: Pick<Cancellation, 'refundTo' | 'credit'>) => {
  if (!isSubstitute(refundTo)) return ''
  return credit
    ? words.airlineGives({ kind: refundTo, sum: money(credit) })
    : words.airlineGivesShare({ kind: refundTo })
}

type QuotedCredit = Pick<CancellationQuote, 'refundTo' | 'fareRefund' | 'breakdown'>

/** What a quote pays in place of money, and in words that it is no refund; null where it pays none. */
export function promisedCredit({ refundTo: kind, fareRefund, breakdown }: QuotedCredit) {
  // A booking service of the version before breaks nothing down.
  const amount = breakdown?.credit ?? fareRefund
  if (!isSubstitute(kind) || !amount || isNothing(amount)) return null
  return { label: words.creditLabel({ kind }), amount, words: words.creditInstead({ kind }) }
}

/** What has just been promised. */
export function promisedRefund({ refund, ...airlines }: Pick<BookingCancelled, 'refund' | 'refundTo' | 'credit'>) {
  const card = refund === null || isNothing(refund) ? words.nothingBack : words.promised({ sum: money(refund) })
  return sentences(card, airlinesPart(airlines))
}

/** What a cancelled trip came to, in a word or two, where nothing goes back to the card. */
export const refundLabel = ({ refundTo, credit }: Cancellation) =>
  credit ? words.creditSum({ kind: refundTo, sum: money(credit) }) : words.noCardRefund

/** What a card refund has come to, in a word or two around its sum. */
export const sumLabel = ({ refundStatus }: Cancellation) => sums[refundStatus] ?? words.sumUnderWay

const sums: Record<string, typeof words.sumUnderWay> = { succeeded: words.sumDone, failed: words.sumDelayed }

/** How far the refund of a cancelled trip has come. */
export function refundProgress({ refund, refundStatus, ...airlines }: Cancellation) {
  const card =
    refund === null || isNothing(refund) ? words.nothingBack : inProgress(refundStatus)({ sum: money(refund) })
  return sentences(card, airlinesPart(airlines))
}

const inProgress = (refundStatus: string) => progressWords[refundStatus] ?? words.underWay

const progressWords: Record<string, typeof words.underWay> = { succeeded: words.done, failed: words.delayed }

/** What banks take at most to show a refund, in business days. The mail of a cancellation says the same. */
const REFUND_TAKES = 14

/** By when a bank shows what goes back to a card; nothing where nothing does. */
export function refundArrival({ refund, cancelledAt }: Pick<Cancellation, 'refund' | 'cancelledAt'>) {
  if (isNothing(refund)) return ''
  const day = formatDayOfYear(workingDaysAfter(cancelledAt.slice(0, 10), REFUND_TAKES))
  return ` ${words.arrival({ day, count: REFUND_TAKES })}`
}

const isWeekend = (date: string) => [0, 6].includes(weekdayOf(date))

function workingDaysAfter(start: string, days: number) {
  let date = start
  for (let left = days; left > 0; left -= isWeekend(date) ? 0 : 1) date = addDays(date, 1)
  return date
}

const tones: Record<string, 'success' | 'warning'> = { succeeded: 'success', failed: 'warning' }

export const refundTone = ({ refundStatus }: Cancellation) => tones[refundStatus] ?? 'info'

type Sold = Pick<BookingData, 'conditions'>

/** What the airline said when the fare was sold that cancelling costs; null where that is nothing, or was not said. */
function soldCharge({ conditions: { refund_before_departure: rule } }: Sold): Amount | null {
  if (!rule?.allowed) return null
  const { penalty_amount: amount, penalty_currency: currency } = rule
  return amount && currency && Number(amount) !== 0 ? { amount, currency } : null
}

/** What was agreed of a refund when the fare was sold, where the airline said it. */
export function soldAs(data: Sold) {
  if (data.conditions.refund_before_departure?.allowed === false) return words.nonRefundable
  const charge = soldCharge(data)
  return charge ? words.cancelCharge({ sum: money(charge) }) : ''
}

/** The rule of a fare that cancelling costs something, as it was sold: "Refundable, $40 fee". Null where it has none. */
export function soldWithFee(data: Sold) {
  const charge = soldCharge(data)
  return charge && rules.refundFor({ fee: money(charge) })
}
