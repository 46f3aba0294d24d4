'use client'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field, Input } from '@/components/ui/field'
import { Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import { sendGuestLink } from './api/guest-links'
import { type LookupForm, lookupSchema } from './lib/forms'

/** Says the same whether or not there is such a trip. */
export function TripLookup() {
  const [sentFor, setSentFor] = useState<LookupForm | null>(null)
  const [failure, setFailure] = useState('')
  const { register, handleSubmit, formState } = useForm<LookupForm>({
    resolver: standardSchemaResolver(lookupSchema),
    defaultValues: { reference: '', email: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (form) => {
    setFailure('')
    try {
      await sendGuestLink(form.reference, form.email)
      setSentFor(form)
    } catch (error) {
      setFailure(reasonOf(error, TRY_LATER))
    }
  })
  if (sentFor) {
    return (
      <Notice tone="success" role="status">
        If we find a trip with the reference {sentFor.reference}, we have sent a link to {sentFor.email}.
      </Notice>
    )
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="5">
        <FailureNotice title="No link was sent" words={failure} />
        <Field label="Booking reference" error={errors.reference?.message} hint="From your confirmation e-mail.">
          <Input {...register('reference')} autoCapitalize="characters" spellCheck={false} />
        </Field>
        <Field label="E-mail" error={errors.email?.message} hint="The address you booked with.">
          <Input {...register('email')} type="email" autoComplete="email" />
        </Field>
        <Button type="submit" size="lg" disabled={isSubmitting} justifySelf="start">
          {isSubmitting ? 'Sending…' : 'Retrieve Booking'}
        </Button>
      </Stack>
    </form>
  )
}
