import * as words from '@/messages/lib/money'
import { locale } from '@/messages/locale'

/** Money as the server states it: decimal strings. This module only displays; totals come from the server. */

interface Money {
  amount: string
  currency: string
}

type Sum = string | number | null | undefined

/** Making one costs more than using it a hundred times. */
const formatters = new Map<string, Intl.NumberFormat>()

/** `digits`: behind the point; as many as the browser knows of where they are not told. */
function formatterOf(currency: string, digits?: number) {
  const key = `${currency} ${digits}`
  const known = formatters.get(key)
  if (known) return known
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const made = new Intl.NumberFormat(locale, { style: 'currency', currency, ...places })
  formatters.set(key, made)
  return made
}

/** Rounds nothing away: the server states all digits of a sum, of some currencies (HUF, IQD) more than browsers write. */
function exactFormatter(amount: Sum, currency: string) {
  const usual = formatterOf(currency)
  const stated = String(amount).split('.')[1]?.length ?? 0
  const isMore = typeof amount === 'string' && stated > (usual.resolvedOptions().maximumFractionDigits ?? 0)
  return isMore ? formatterOf(currency, stated) : usual
}

function format(amount: Sum, currency: string, formatter: () => Intl.NumberFormat) {
  const value = typeof amount === 'string' && amount.trim() === '' ? Number.NaN : Number(amount ?? Number.NaN)
  if (!Number.isFinite(value)) return words.unknownAmount({ currency })
  try {
    return formatter().format(value)
  } catch {
    return words.unknownAmount({ currency })
  }
}

/** A fare: whole units, "$1,284". */
export function formatPrice(amount: Sum, currency = 'USD') {
  return format(amount, currency, () => formatterOf(currency, 0))
}

/** A fare as it is read aloud: "1,284 US dollars". */
export const spokenPrice = (amount: Sum, currency = 'USD') =>
  format(amount, currency, () => new Intl.NumberFormat(locale, SPOKEN(currency)))
const SPOKEN = (currency: string) =>
  ({
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    minimumFractionDigits: 0,
    maximumFractionDigits: 0,
  }) as const

/** A fare in two parts of whole units that add up to it: the airline's own taxes, and the base fare, which is the rest. */
export function fareParts({ amount, tax_amount }: { amount: string; tax_amount: string }) {
  const taxes = Math.round(Number(tax_amount))
  return { base: Number(amount) - taxes, taxes }
}

/** "$410 per traveler", "about $410 per traveler" where the total does not divide evenly. */
export function shareInWords({ amount, currency }: Money, travelers: number, each = words.perTraveler) {
  const share = Number(amount) / travelers
  const shown = { amount: formatPrice(share, currency), each }
  return Number.isInteger(share) ? words.share(shown) : words.aboutShare(shown)
}

/** A sum that seats or bags may have made uneven: cents where there are any, "$1,338.50" but "$1,284". */
export function formatTotal(amount: Sum, currency = 'USD') {
  return Number(amount) % 1 === 0 ? formatPrice(amount, currency) : formatExact(amount, currency)
}

/** A small price such as a seat's: all decimals, "$18.00". */
export function formatExact(amount: Sum, currency = 'USD') {
  return format(amount, currency, () => exactFormatter(amount, currency))
}

/** How much dearer one price is than another; null in two currencies. */
const difference = (price: Money, base: Money) =>
  price.currency === base.currency ? Number(price.amount) - Number(base.amount) : null

/** What is added to one price for the other: "+$308", "−$138"; "" where they are the same or can't be compared. */
export function formatDifference(price: Money, base: Money) {
  const more = difference(price, base)
  return more ? `${more > 0 ? '+' : '−'}${formatTotal(Math.abs(more), price.currency)}` : ''
}

/** "$38 more than before"; "" where the prices can't be compared. */
export function differenceInWords(price: Money, before: Money) {
  const more = difference(price, before)
  if (more === null) return ''
  if (more === 0) return words.same
  const amount = formatTotal(Math.abs(more), price.currency)
  return more > 0 ? words.more({ amount }) : words.less({ amount })
}

/** "The airline raised this fare from $87 to $99 while you were looking." */
export function changeInWords(price: Money, before: Money) {
  const more = difference(price, before)
  const sentence = more === null ? words.changed : more > 0 ? words.raised : words.lowered
  const totalOf = ({ amount, currency }: Money) => formatTotal(amount, currency)
  return sentence({ before: totalOf(before), now: totalOf(price) })
}
