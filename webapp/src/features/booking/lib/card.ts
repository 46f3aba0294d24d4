/** The card form's own rules. The provider has the last word. */

export interface CardFields {
  number: string
  expiryMonth: string
  expiryYear: string
  cvv: string
  holderName: string
}

export const emptyCard: CardFields = { number: '', expiryMonth: '', expiryYear: '', cvv: '', holderName: '' }

export interface CardProblem {
  field: keyof CardFields
  title: string
  message: string
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

/**
 * Both parts of an expiry date that came at once, pasted or filled in: "08/34", "0834", "8 - 2034"; null for one part
 * alone, as it is typed.
 */
export function readExpiry(text: string): Pick<CardFields, 'expiryMonth' | 'expiryYear'> | null {
  const trimmed = text.trim()
  const [, month, year] =
    /^(\d{1,2})[\s/.-]+(\d{4}|\d{2})$/.exec(trimmed) ?? /^(\d{2})(\d{4}|\d{2})$/.exec(trimmed) ?? []
  return month && year ? { expiryMonth: month.padStart(2, '0'), expiryYear: year.slice(-2) } : null
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
  number: { title: 'Invalid Card Number', message: 'Please enter a valid card number' },
  expiry: { title: 'Invalid Expiry Date', message: 'Please enter a valid expiration date' },
  cvv: { title: 'Invalid CVV', message: 'Please enter a valid security code (CVV)' },
  holderName: { title: 'Invalid Card Holder Name', message: 'Please enter the name as it appears on your card' },
} as const

export const isHolderNamed = (name: string) => name.trim().length >= 3

function numberProblem(number: string): string | null {
  const digits = digitsOf(number)
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return cardWords.number.message
  return passesLuhn(digits) ? null : 'The card number you entered is not valid'
}

/** `today` is yyyy-mm-dd: a card is good to the end of its month. */
function isExpiryValid({ expiryMonth, expiryYear }: CardFields, today: string) {
  if (!/^(0[1-9]|1[0-2])$/.test(expiryMonth) || !/^\d{2}$/.test(expiryYear)) return false
  return `20${expiryYear}-${expiryMonth}` >= today.slice(0, 7)
}

/** Everything that is wrong, in the order of the form. */
export function cardProblems(card: CardFields, today: string): CardProblem[] {
  const problems: CardProblem[] = []
  const number = numberProblem(card.number)
  if (number) problems.push({ field: 'number', title: cardWords.number.title, message: number })
  if (!isExpiryValid(card, today)) {
    const field = /^(0[1-9]|1[0-2])$/.test(card.expiryMonth) ? 'expiryYear' : 'expiryMonth'
    problems.push({ field, ...cardWords.expiry })
  }
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
