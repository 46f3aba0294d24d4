'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ChangeEvent, FocusEvent } from 'react'
import { Badge } from '@/components/ui/badge'
import { Field, Input } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { type CardFields, type CardProblem, digitsOf, groupedNumber, networkOf, readExpiry } from '../../lib/card'

export const cardFieldId = (field: keyof CardFields) => `card-${field}`

const Root = chakra('fieldset', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr 1fr', md: '1fr 1fr 2fr' },
    gap: '4',
    p: { base: '4', md: '6' },
    minW: '0',
    '& legend': { srOnly: true },
    '& > .wide': { gridColumn: '1 / -1' },
    '& > .code': { gridColumn: { base: '1 / -1', md: 'auto' } },
    '& .number': { position: 'relative' },
    '& .number input': { ps: '10', fontVariantNumeric: 'tabular-nums' },
    // Its own mark alone: the field draws another one beside what is wrong.
    '& .number > svg': { position: 'absolute', insetStart: '3', top: '2.375rem', color: 'link' },
    '& .number .network': { position: 'absolute', insetEnd: '3', top: '2.25rem' },
  },
})

/** How each field reads what is typed. */
const readers: Record<keyof CardFields, (text: string) => string> = {
  number: groupedNumber,
  // No month begins with 2 to 9.
  expiryMonth: (text) =>
    digitsOf(text)
      .replace(/^([2-9])$/, '0$1')
      .slice(0, 2),
  // Autofill may give four digits.
  expiryYear: (text) => digitsOf(text).slice(-2),
  cvv: (text) => digitsOf(text).slice(0, 4),
  holderName: (text) => text,
}

/** A whole expiry date may come into either of its fields; four digits in the year's are the year. */
function wholeExpiry(field: keyof CardFields, text: string) {
  if (field === 'expiryMonth' || (field === 'expiryYear' && !/^\d*$/.test(text.trim()))) return readExpiry(text)
  return null
}

/**
 * A third digit of the month begins an empty year, so that the date may be typed as if it were one field. The focus
 * moves no sooner: who presses Tab after the month would skip the year.
 */
function overflowOf(field: keyof CardFields, text: string, { expiryYear }: CardFields) {
  const [, expiryMonth, first] = /^(\d{2})(\d)$/.exec(digitsOf(text)) ?? []
  if (field !== 'expiryMonth' || expiryYear !== '' || !expiryMonth || !first) return null
  return { expiryMonth, expiryYear: first }
}

interface Props {
  card: CardFields
  problems: readonly CardProblem[]
  isDisabled: boolean
  onChange: (card: CardFields) => void
}

export function CardFieldset({ card, problems, isDisabled, onChange }: Props) {
  const of = (field: keyof CardFields) => ({
    field: { id: cardFieldId(field), error: problems.find((problem) => problem.field === field)?.message },
    control: {
      value: card[field],
      onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
        const overflow = overflowOf(field, value, card)
        onChange({ ...card, ...(overflow ?? wholeExpiry(field, value) ?? { [field]: readers[field](value) }) })
        if (overflow) document.getElementById(cardFieldId('expiryYear'))?.focus()
      },
    },
  })
  const [number, month, year, cvv, holder] = (
    ['number', 'expiryMonth', 'expiryYear', 'cvv', 'holderName'] as const
  ).map(of)
  // What is in the field, which the state may not know yet.
  const padMonth = ({ target: { value } }: FocusEvent<HTMLInputElement>) =>
    value === '1' && onChange({ ...card, expiryMonth: '01' })
  const isDateMissing = Boolean(month?.field.error) && card.expiryYear === ''
  const network = networkOf(card.number)
  const digits = { inputMode: 'numeric', spellCheck: false } as const
  return (
    <Root disabled={isDisabled}>
      <legend>Card</legend>
      <div className="wide number">
        <Field label="Card number" {...number?.field}>
          <Input {...number?.control} {...digits} autoComplete="cc-number" />
        </Field>
        <Icon name="card" />
        {network && (
          <Badge className="network" variant="outline">
            {network}
          </Badge>
        )}
      </div>
      <Field label="Expiry month" {...month?.field}>
        <Input {...month?.control} {...digits} onBlur={padMonth} placeholder="MM" autoComplete="cc-exp-month" />
      </Field>
      <Field label="Year" {...year?.field} isInvalid={isDateMissing}>
        <Input {...year?.control} {...digits} placeholder="YY" autoComplete="cc-exp-year" />
      </Field>
      <div className="code">
        <Field label="Security code (CVV)" {...cvv?.field}>
          <Input {...cvv?.control} {...digits} autoComplete="cc-csc" />
        </Field>
      </div>
      <div className="wide">
        <Field label="Name on card" {...holder?.field}>
          <Input {...holder?.control} spellCheck={false} autoCapitalize="words" autoComplete="cc-name" />
        </Field>
      </div>
    </Root>
  )
}
