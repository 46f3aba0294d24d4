'use client'
import { Field, Input } from '@/components/ui/field'
import * as words from '@/messages/booking/passengers'
import * as fieldWords from '@/messages/components/fields'
import { usePassenger } from '../../hooks/passenger-context'
import { autofill, usePassengerField } from '../../hooks/use-passenger-field'
import { EmailField } from './email-field'

/** Only the primary passenger must be reachable; the airline gets their address for the others too. No child is asked. */
export function PassengerContact() {
  const { index, member } = usePassenger()
  const of = usePassengerField()
  const isPrimary = index === 0
  if (!isPrimary && member.type !== 'adult') return null
  const phone = of('phone')
  return (
    <>
      <div className="half">
        <EmailField optional={!isPrimary} hint={isPrimary ? words.emailHint : undefined} />
      </div>
      <div className="half">
        <Field
          label={fieldWords.phone}
          optional={!isPrimary}
          hint={isPrimary ? words.phoneHint : undefined}
          {...phone.field}
        >
          <Input type="tel" inputMode="tel" {...phone.control} autoComplete={autofill(index, 'tel')} />
        </Field>
      </div>
    </>
  )
}
