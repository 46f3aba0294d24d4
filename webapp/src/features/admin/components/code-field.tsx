'use client'
import { useEffect, useRef } from 'react'
import { Field, Input } from '@/components/ui/field'
import * as words from '@/messages/admin/password'

interface Props {
  label?: string
  hint?: string
  error?: string
  /** It appears, or stands first: something else was right. */
  takesFocus?: boolean
  value: string
  onChange: (code: string) => void
}

/** A code of the second factor. */
export function CodeField({
  label = words.codeLabel,
  hint = words.codeHint,
  error,
  takesFocus = true,
  value,
  onChange,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  return (
    <Field label={label} hint={hint} error={error}>
      <Input
        ref={input}
        data-autofocus={takesFocus ? '' : undefined}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
