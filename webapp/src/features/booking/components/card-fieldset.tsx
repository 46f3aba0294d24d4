'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ChangeEvent } from 'react'
import { Badge } from '@/components/ui/badge'
import { Field, Input } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { type CardFields, type CardProblem, digitsOf, groupedNumber, networkOf } from '../lib/card'

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
    '& .number input': { pl: '10', fontVariantNumeric: 'tabular-nums' },
    '& .number svg': { position: 'absolute', left: '3', top: '2.375rem', color: 'link' },
    '& .number .network': { position: 'absolute', right: '3', top: '2.25rem' },
  },
})

/** How each field reads what is typed. */
const readers: Record<keyof CardFields, (text: string) => string> = {
  number: groupedNumber,
  expiryMonth: (text) => digitsOf(text).slice(0, 2),
  // Autofill may give four digits.
  expiryYear: (text) => digitsOf(text).slice(-2),
  cvv: (text) => digitsOf(text).slice(0, 4),
  holderName: (text) => text,
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
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        onChange({ ...card, [field]: readers[field](event.target.value) }),
    },
  })
  const [number, month, year, cvv, holder] = (
    ['number', 'expiryMonth', 'expiryYear', 'cvv', 'holderName'] as const
  ).map(of)
  const network = networkOf(card.number)
  const digits = { inputMode: 'numeric', spellCheck: false } as const
  return (
    <Root disabled={isDisabled}>
      <legend>Card</legend>
      <div className="wide number">
        <Field label="Card number" {...number?.field}>
          <Input {...number?.control} {...digits} maxLength={19} autoComplete="cc-number" />
        </Field>
        <Icon name="card" />
        {network && (
          <Badge className="network" variant="outline">
            {network}
          </Badge>
        )}
      </div>
      <Field label="Expiry month" {...month?.field}>
        <Input {...month?.control} {...digits} placeholder="MM" autoComplete="cc-exp-month" />
      </Field>
      <Field label="Year" {...year?.field}>
        <Input {...year?.control} {...digits} placeholder="YY" autoComplete="cc-exp-year" />
      </Field>
      <div className="code">
        <Field label="Security code (CVV)" {...cvv?.field}>
          <Input {...cvv?.control} {...digits} maxLength={4} autoComplete="cc-csc" />
        </Field>
      </div>
      <div className="wide">
        <Field label="Name on card" {...holder?.field}>
          <Input {...holder?.control} autoComplete="cc-name" />
        </Field>
      </div>
    </Root>
  )
}
