'use client'
import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { Field, Input } from '@/components/ui/field'
import { today } from '@/lib/dates'
import * as card from '@/messages/booking/card'
import * as words from '@/messages/booking/payment'
import {
  type CardExpiry,
  caretIn,
  expiryFault,
  expiryText,
  expiryWords,
  leaveExpiry,
  readExpiry,
} from '../../lib/card-expiry'

interface Props {
  id: string
  expiry: CardExpiry
  /** What was found wrong when the card was to be used. */
  error: string | undefined
  onChange: (expiry: CardExpiry) => void
  /** A date that can be right has been typed to its end. */
  onComplete: () => void
}

/** Month and year in one field, which writes the slash itself and says at once what can't become right. */
export function ExpiryField({ id, expiry, error, onChange, onComplete }: Props) {
  const shown = expiryText(expiry)
  const next = useRef<(() => void) | null>(null)
  // Once the field shows the new text, which takes the cursor to its end.
  useLayoutEffect(() => {
    next.current?.()
    next.current = null
  })

  const read = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = target
    const typed = readExpiry(value, shown, nativeEvent instanceof InputEvent ? nativeEvent.inputType : '')
    const text = expiryText(typed)
    // The browser also fills in fields that do not have the focus.
    const isTyped = text !== shown && target === document.activeElement
    // The month of a year that came alone is typed before it.
    const isLoneYear = typed.expiryMonth === '' && text !== '' && !value.includes('/')
    const behind = isLoneYear ? '' : value.slice(0, selectionStart ?? value.length)
    if (behind.length < value.length) {
      const caret = caretIn(text, behind)
      next.current = () => target.setSelectionRange(caret, caret)
    } else if (isTyped && !expiryFault(typed, today())) {
      next.current = onComplete
    }
    onChange(typed)
  }
  const fault = expiryFault(expiry, today())
  // The focus stays in the field, so a screen reader would not read the field's error by itself.
  const early = fault && fault !== 'incomplete' ? <span role="alert">{expiryWords[fault]}</span> : undefined
  return (
    <Field label={words.expiry} id={id} error={error ?? early}>
      <Input
        value={shown}
        onChange={read}
        // The text in the field, which the state may not know yet.
        onBlur={({ target: { value } }) => {
          const left = leaveExpiry(value)
          if (expiryText(left) !== value) onChange(left)
        }}
        inputMode="numeric"
        spellCheck={false}
        placeholder={card.expiryPlaceholder}
        autoComplete="cc-exp"
      />
    </Field>
  )
}
