import type { Amount, BookingData, Cancellation, CancellationQuote } from '@/lib/api/types'
import { addDecimals, subtractDecimals } from '@/lib/decimal'

type Returned = Pick<Cancellation, 'refund' | 'credit'>
type Part = [name: string, amount: string]

/** What a cancellation did not bring back, and of what it was paid for where that is certain. */
export interface Kept {
  amount: Amount
  parts: Part[]
}

/** Null where all came back, or where currencies differ. */
export function keptOf(data: BookingData, { refund, credit }: Returned): Kept | null {
  const currency = data.total_currency
  const returned = [refund, credit].filter((amount) => amount !== null)
  if (!data.total_amount || returned.some((amount) => amount.currency !== currency)) return null
  const amount = rest(data.total_amount, addDecimals(returned.map((one) => one.amount)))
  if (amount === null || Number(amount) === 0) return null
  return { amount: { amount, currency }, parts: certainParts(paidFor(data), amount) }
}

/** Only the airline knows how it divides what it keeps of a fare: the parts are named where all of them stayed. */
function certainParts({ airlines, agencys }: Paid, kept: string) {
  const wholes = [airlines, [...airlines, ...agencys]]
  return wholes.find((parts) => Number(addDecimals(parts.map(([, amount]) => amount))) === Number(kept)) ?? []
}

/** Whose the part of a quote is that does not come back; null where the trip does not say what the airline asked. */
export function keptBy(data: BookingData, { fee, markupRefund }: CancellationQuote) {
  if (fee?.currency !== data.total_currency) return null
  const whole = agencysPart(data)
  const agency = whole === null ? null : rest(whole, markupRefund?.amount ?? '0')
  const airline = agency === null ? null : rest(fee.amount, agency)
  return agency === null || airline === null ? null : { airline, agency }
}

interface Paid {
  airlines: Part[]
  agencys: Part[]
}

function paidFor({ price, airline_total: airline, total_amount }: BookingData): Paid {
  if (!price || price.currency !== airline?.currency) return { airlines: [], agencys: [] }
  const some = (name: string, amount: string | null): Part[] => (Number(amount) > 0 ? [[name, amount ?? '']] : [])
  return {
    airlines: [
      ...some('fare', rest(airline.amount, price.tax_amount)),
      ...some('taxes', price.tax_amount),
      ...some('seats', rest(total_amount, price.amount)),
    ],
    agencys: some('our booking fee', agencysPart({ price, airline_total: airline })),
  }
}

const agencysPart = ({ price, airline_total: airline }: Pick<BookingData, 'price' | 'airline_total'>) =>
  price && price.currency === airline?.currency ? rest(price.amount, airline.amount) : null

/** Null where there is no such rest. */
const rest = (whole: string, part: string) => (Number(part) > Number(whole) ? null : subtractDecimals(whole, part))
