/** The card form's own rules. The provider has the last word. */
import * as words from '@/messages/booking/card'
import { type CardExpiry, expiryFault, expiryWords } from './card-expiry'

export interface CardFields extends CardExpiry {
  number: string
  cvv: string
  holderName: string
}

export const emptyCard: CardFields = { number: '', expiryMonth: '', expiryYear: '', cvv: '', holderName: '' }

/** The fields of the form; the expiry date is one. */
export type CardField = 'number' | 'expiry' | 'cvv' | 'holderName'

export interface CardProblem {
  field: CardField
  title: string
  message: string
  /** What is said at the field, where that is more than the message. */
  detail?: string
}

const MAX_DIGITS = 16
const MIN_DIGITS = 15

export const digitsOf = (text: string) => text.replace(/\D/g, '')

/** American Express: fifteen digits, printed in groups of 4, 6 and 5. */
const AMEX = /^3[47]/

/** As printed on the card: "4242 4242 4242 4242", "3782 822463 10005". */
export function groupedNumber(text: string) {
  const digits = digitsOf(text)
  if (!AMEX.test(digits)) return digits.slice(0, MAX_DIGITS).replace(/(\d{4})(?=\d)/g, '$1 ')
  return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, MIN_DIGITS)].filter(Boolean).join(' ')
}

/** The check digit that every card number ends with (ISO/IEC 7812-1). */
export function passesLuhn(digits: string) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** What is said of each part of a card that cannot be right. */
export const cardWords = {
  number: { title: words.numberTitle, message: words.numberMissing },
  expiry: { title: words.expiryTitle, message: words.expiryWrong },
  cvv: { title: words.cvvTitle, message: words.cvvWrong },
  holderName: { title: words.holderTitle, message: words.holderMissing },
} as const

export const isHolderNamed = (name: string) => name.trim().length >= 3

function numberProblem(number: string): string | null {
  const digits = digitsOf(number)
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return cardWords.number.message
  return passesLuhn(digits) ? null : words.numberWrong
}

/** Everything that is wrong on the day `today` (yyyy-mm-dd), in the order of the form. */
export function cardProblems(card: CardFields, today: string): CardProblem[] {
  const problems: CardProblem[] = []
  const number = numberProblem(card.number)
  if (number) problems.push({ field: 'number', title: cardWords.number.title, message: number })
  const fault = expiryFault(card, today)
  if (fault) problems.push({ field: 'expiry', ...cardWords.expiry, detail: expiryWords[fault] })
  if (!/^\d{3,4}$/.test(card.cvv)) problems.push({ field: 'cvv', ...cardWords.cvv })
  if (!isHolderNamed(card.holderName)) problems.push({ field: 'holderName', ...cardWords.holderName })
  return problems
}

const networks: [pattern: RegExp, name: string][] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'Mastercard'],
  [AMEX, 'Amex'],
  [/^6(011|5)/, 'Discover'],
]

export const acceptedNetworks = networks.map(([, name]) => name)

/** A word beside the number, from its first digits; null while they do not tell. */
export const networkOf = (number: string) => networks.find(([pattern]) => pattern.test(digitsOf(number)))?.[1] ?? null
