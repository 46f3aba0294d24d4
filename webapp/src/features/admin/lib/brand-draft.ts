import { defaultBrand } from '@/config/default-brand'
import type { BrandRecord } from '@/lib/api/types'
import { formatPrice } from '@/lib/money'
import * as words from '@/messages/admin/brand-fields'

/** A field is named as the server names it in its complaints: "brand.theme.primary". */
export type FieldPath = string

/** What stands in the form: the record, with the markup as it is typed, in percent. */
export interface Draft {
  record: BrandRecord
  markup: string
}

export const draftOf = (record: BrandRecord): Draft => ({ record, markup: shiftPoint(record.markupRate, 2) })

export const recordOf = ({ record, markup }: Draft): BrandRecord => ({ ...record, markupRate: shiftPoint(markup, -2) })

/** A brand to begin with: the default colours, and nothing of anybody. */
export const emptyDraft: Draft = draftOf({
  brand: {
    ...defaultBrand,
    name: '',
    domain: '',
    contact: {
      email: '',
      support_email: '',
      phone: '',
      address: '',
      city: '',
      hours_phone: '',
      hours_office: '',
      hours_support: '',
    },
    company: { legal_name: '', number: '', accreditation: '' },
    version: 0,
  },
  markupRate: '0.23',
  publicUrl: '',
  site: '',
})

const IN_PERCENT = /^\d+(\.\d+)?$/

const isPercent = (text: string) => IN_PERCENT.test(text.trim())

const EXAMPLE_USD = 500
const exampleFare = formatPrice(String(EXAMPLE_USD), 'USD')
/** What the example fare sells for. */
const examplePrice = (percent: string) => formatPrice((EXAMPLE_USD * (1 + Number(percent) / 100)).toFixed(2), 'USD')

/** What a markup is, with an example that shows a point in the wrong place. */
export function markupHint(percent: string): string {
  if (!isPercent(percent)) return words.markupHint
  return words.markupExample({ fare: exampleFare, price: examplePrice(percent) })
}

/** In percentage points: from here on a change of the markup may well be a point in the wrong place. */
const LARGE_STEP = 10

/** What a change of the markup that is large enough to be a slip does to prices; null for any other. */
export function largeMarkupStep(before: string, after: string) {
  if (!isPercent(before) || !isPercent(after)) return null
  // Rounded: 33.3 less 23.3 is a little less than 10 in binary fractions.
  const points = Number((Number(after) - Number(before)).toFixed(6))
  if (Math.abs(points) < LARGE_STEP) return null
  return { fare: exampleFare, before: examplePrice(before), after: examplePrice(after) }
}

/** The step with both markups in percent, as the question about it tells them; null where none is asked. */
export function markupToAsk(before: string, after: string) {
  const step = largeMarkupStep(before, after)
  return step && { step, before, after }
}
export type MarkupToAsk = NonNullable<ReturnType<typeof markupToAsk>>

/** Exactly: "0.23" by 2 is "23", "7.5" by -2 is "0.075". What is no number stays what it is. */
export function shiftPoint(number: string, places: number): string {
  const match = /^(\d*)\.?(\d*)$/.exec(number.trim())
  if (!match || (!match[1] && !match[2])) return number
  const [, whole = '', fraction = ''] = match
  const lead = '0'.repeat(Math.max(0, -places - whole.length + 1))
  const digits = `${lead}${whole}${fraction}`.padEnd(
    lead.length + whole.length + Math.max(fraction.length, places),
    '0',
  )
  const point = lead.length + whole.length + places
  const integer = digits.slice(0, point).replace(/^0+(?=\d)/, '')
  const rest = digits.slice(point).replace(/0+$/, '')
  return rest ? `${integer}.${rest}` : integer
}

type Tree = { [name: string]: Tree | string }

export function valueAt(record: BrandRecord, path: FieldPath): string {
  let node = record as unknown as Tree | string | undefined
  for (const name of path.split('.')) node = typeof node === 'object' ? node[name] : undefined
  return typeof node === 'string' ? node : ''
}

export function withValue(record: BrandRecord, path: FieldPath, value: string): BrandRecord {
  const put = (node: Tree, [name = '', ...rest]: string[]): Tree => ({
    ...node,
    [name]: rest.length === 0 ? value : put(node[name] as Tree, rest),
  })
  return put(record as unknown as Tree, path.split('.')) as unknown as BrandRecord
}

export const isChanged = (draft: Draft, published: Draft) => JSON.stringify(draft) !== JSON.stringify(published)
