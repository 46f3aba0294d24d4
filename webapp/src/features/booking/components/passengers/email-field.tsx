'use client'
import { type FocusEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { useUndisturbed } from '@/lib/use-undisturbed'
import * as words from '@/messages/booking/passengers'
import * as fieldWords from '@/messages/components/fields'
import { usePassenger } from '../../hooks/passenger-context'
import { asTyped, autofill, fieldId, usePassengerField } from '../../hooks/use-passenger-field'
import { probableEmail } from '../../lib/email-typo'

/** Asks about an address that looks like a slip of the finger, once the field is left. It is taken as it is typed. */
export function EmailField({ optional, hint }: { optional: boolean; hint: string | undefined }) {
  const { index, form } = usePassenger()
  const { field, control } = usePassengerField()('email')
  const [probable, setProbable] = useState<string | null>(null)
  // It makes the field higher: the button below it stays where it is pressed.
  const meant = useUndisturbed(probable)

  const onBlur = (event: FocusEvent<HTMLInputElement>) => {
    setProbable(probableEmail(event.target.value))
    return control.onBlur(event)
  }
  const correct = (address: string) => {
    form.setValue(`passengers.${index}.email`, address, asTyped)
    setProbable(null)
    document.getElementById(fieldId(index, 'email'))?.focus()
  }
  const question = meant && (
    <>
      {words.emailMeant({ address: meant })}{' '}
      <Button variant="link" minH="6" onClick={() => correct(meant)}>
        {words.takeEmailMeant}
      </Button>
    </>
  )
  return (
    <Field label={fieldWords.email} optional={optional} hint={hint} warning={question} {...field}>
      <Input type="email" inputMode="email" autoComplete={autofill(index, 'email')} {...control} onBlur={onBlur} />
    </Field>
  )
}
