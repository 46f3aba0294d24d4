import { isDate } from '@/lib/dates'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const two = (text: string) => text.padStart(2, '0')

/** Day and month of two numbers that say which is which; null where both could be either. */
function dayAndMonth(first: string, second: string): [day: string, month: string] | null {
  if (Number(first) > 12 || first === second) return [first, second]
  return Number(second) > 12 ? [second, first] : null
}

function parts(text: string): [year: string, month: string, day: string] | null {
  const [a = '', b = '', c = '', ...rest] = text
    .trim()
    .toLowerCase()
    .split(/[\s,./-]+/)
  if (rest.length > 0) return null
  if (/^\d{4}$/.test(a)) return [a, b, c]
  const named = (word: string) => (/^[a-z]{3,}$/.test(word) ? MONTHS.indexOf(word.slice(0, 3)) + 1 : 0)
  if (named(a)) return [c, String(named(a)), b]
  if (named(b)) return [c, String(named(b)), a]
  const found = dayAndMonth(a, b)
  return found && [c, found[1], found[0]]
}

/** A date copied from elsewhere as yyyy-mm-dd: "18 Apr 1989", "1989/4/18", "18-04-1989"; null where it may be two. */
export function pastedDate(text: string): string | null {
  const found = parts(text)
  if (!found?.every((part) => /^\d+$/.test(part))) return null
  const [year, month, day] = found
  const date = `${year}-${two(month)}-${two(day)}`
  return isDate(date) ? date : null
}
