'use client'
import type { UseFormReturn } from 'react-hook-form'
import { Field, Input } from '@/components/ui/field'
import { autofill, usePassengerField } from '../hooks/use-passenger-field'
import type { PassengerForm } from '../lib/passenger-form'
import type { PartyMember } from '../lib/passengers'

interface Props {
  index: number
  member: PartyMember
  form: UseFormReturn<PassengerForm>
}

/** Only the primary passenger must be reachable; the airline gets their address for the others too. No child is asked. */
export function PassengerContact({ index, member, form }: Props) {
  const of = usePassengerField({ index, form })
  const isPrimary = index === 0
  if (!isPrimary && member.type !== 'adult') return null
  const [email, phone] = [of('email'), of('phone')]
  return (
    <>
      <div className="half">
        <Field label="E-mail" optional={!isPrimary} hint={isPrimary ? 'Tickets go here' : undefined} {...email.field}>
          <Input type="email" inputMode="email" {...email.control} autoComplete={autofill(index, 'email')} />
        </Field>
      </div>
      <div className="half">
        <Field
          label="Phone number"
          optional={!isPrimary}
          hint={isPrimary ? 'Include country code, e.g. +1. Only used if your flight changes.' : undefined}
          {...phone.field}
        >
          <Input type="tel" inputMode="tel" {...phone.control} autoComplete={autofill(index, 'tel')} />
        </Field>
      </div>
    </>
  )
}
