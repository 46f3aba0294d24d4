'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ChangeEvent, type KeyboardEvent, useRef } from 'react'
import { Badge } from '@/components/ui/badge'
import { Field, FieldPair, Input } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import * as words from '@/messages/booking/payment'
import { type CardField, type CardFields, type CardProblem, digitsOf, groupedNumber, networkOf } from '../../lib/card'
import { ExpiryField } from './expiry-field'

export const cardFieldId = (field: CardField) => `card-${field}`

const Root = chakra('fieldset', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4',
    p: { base: '4', md: '6' },
    minW: '0',
    '& legend': { srOnly: true },
    '& .number': { position: 'relative' },
    '& .number input': { ps: '10', fontVariantNumeric: 'tabular-nums' },
    // Its own mark alone: the field draws another one beside what is wrong.
    '& .number > svg': { position: 'absolute', insetStart: '3', top: '2.375rem', color: 'link' },
    '& .number .network': { position: 'absolute', insetEnd: '3', top: '2.25rem' },
  },
})

/** How each field reads what is typed. */
const readers: Record<Exclude<CardField, 'expiry'>, (text: string) => string> = {
  number: groupedNumber,
  cvv: (text) => digitsOf(text).slice(0, 4),
  holderName: (text) => text,
}

/**
 * Takes the focus from a complete expiry date to the security code. Many travellers press Tab after the date by habit.
 * That Tab would leave the empty code, and the code would be typed readably into the name (WCAG 2.2, 3.2.2). So one Tab
 * stays: the first key after the move, while the code is empty.
 */
function useMoveToCode(code: string) {
  const hasJustMoved = useRef(false)
  const moveToCode = () => {
    document.getElementById(cardFieldId('cvv'))?.focus()
    hasJustMoved.current = true
  }
  const keepHabitualTab = (event: KeyboardEvent) => {
    const isHabit = hasJustMoved.current && code === '' && event.key === 'Tab' && !event.shiftKey
    hasJustMoved.current = false
    if (isHabit) event.preventDefault()
  }
  const forgetMove = () => {
    hasJustMoved.current = false
  }
  return { moveToCode, codeKeys: { onKeyDown: keepHabitualTab, onBlur: forgetMove } }
}

interface Props {
  card: CardFields
  problems: readonly CardProblem[]
  isDisabled: boolean
  onChange: (card: CardFields) => void
}

export function CardFieldset({ card, problems, isDisabled, onChange }: Props) {
  const fieldOf = (field: CardField) => {
    const problem = problems.find((found) => found.field === field)
    return { id: cardFieldId(field), error: problem?.detail ?? problem?.message }
  }
  const controlOf = (field: keyof typeof readers) => ({
    value: card[field],
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) =>
      onChange({ ...card, [field]: readers[field](value) }),
  })
  const network = networkOf(card.number)
  const { moveToCode, codeKeys } = useMoveToCode(card.cvv)
  const digits = { inputMode: 'numeric', spellCheck: false } as const
  return (
    <Root disabled={isDisabled}>
      <legend>{words.card}</legend>
      <div className="number">
        <Field label={words.cardNumber} {...fieldOf('number')}>
          <Input {...controlOf('number')} {...digits} autoComplete="cc-number" />
        </Field>
        <Icon name="card" />
        {network && (
          <Badge className="network" variant="outline">
            {network}
          </Badge>
        )}
      </div>
      <FieldPair>
        <ExpiryField
          {...fieldOf('expiry')}
          expiry={card}
          onChange={(expiry) => onChange({ ...card, ...expiry })}
          onComplete={moveToCode}
        />
        <Field label={words.cvv} {...fieldOf('cvv')}>
          <Input {...controlOf('cvv')} {...codeKeys} {...digits} autoComplete="cc-csc" />
        </Field>
      </FieldPair>
      <Field label={words.holder} {...fieldOf('holderName')}>
        <Input {...controlOf('holderName')} spellCheck={false} autoCapitalize="words" autoComplete="cc-name" />
      </Field>
    </Root>
  )
}
