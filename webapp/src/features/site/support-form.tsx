'use client'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field, Input, Textarea } from '@/components/ui/field'
import { Stack } from '@/components/ui/layout'
import { useLateRules } from '@/lib/use-late-rules'
import type { SupportForm as Form } from './lib/forms'
import { Sent } from './sent'
import { useEnquiry } from './use-enquiry'

const loadRules = () => import('./lib/forms').then(({ supportRules }) => supportRules)

export function SupportForm() {
  const { register, handleSubmit, formState, setError, getValues } = useForm<Form>({
    resolver: useLateRules(loadRules),
    defaultValues: { name: '', email: '', bookingReference: '', subject: '', message: '' },
  })
  const { errors, isSubmitting } = formState
  const { isSent, failure, send } = useEnquiry(setError, ['name', 'email', 'bookingReference', 'subject', 'message'])
  const submit = handleSubmit((form) => send({ kind: 'support', ...form }))
  if (isSent) return <Sent to={getValues('email')} />
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="5">
        <FailureNotice title="We couldn’t send your message" words={failure} />
        <Field label="Name" error={errors.name?.message}>
          <Input {...register('name')} autoComplete="name" />
        </Field>
        <Field label="E-mail" error={errors.email?.message}>
          <Input {...register('email')} type="email" autoComplete="email" />
        </Field>
        <Field label="Booking reference" optional error={errors.bookingReference?.message}>
          <Input {...register('bookingReference')} autoCapitalize="characters" spellCheck={false} />
        </Field>
        <Field label="Subject" error={errors.subject?.message}>
          <Input {...register('subject')} />
        </Field>
        <Field label="Message" error={errors.message?.message} hint="Please don’t include card or passport numbers.">
          <Textarea {...register('message')} rows={6} />
        </Field>
        <Button type="submit" size="lg" disabled={isSubmitting} justifySelf="start">
          {isSubmitting ? 'Sending…' : 'Send message'}
        </Button>
      </Stack>
    </form>
  )
}
