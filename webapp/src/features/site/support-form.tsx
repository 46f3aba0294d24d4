'use client'
import { useForm } from 'react-hook-form'
import { BusyButton } from '@/components/ui/busy-button'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field, Input, Textarea } from '@/components/ui/field'
import { Stack } from '@/components/ui/layout'
import { useLateRules } from '@/lib/use-late-rules'
import * as fieldWords from '@/messages/components/fields'
import * as buttons from '@/messages/lib/buttons'
import * as words from '@/messages/site/enquiry'
import * as supportWords from '@/messages/site/support'
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
        <FailureNotice title={words.sendFailed} words={failure} />
        <Field label={supportWords.name} error={errors.name?.message}>
          <Input {...register('name')} autoComplete="name" />
        </Field>
        <Field label={fieldWords.email} error={errors.email?.message}>
          <Input {...register('email')} type="email" autoComplete="email" />
        </Field>
        <Field label={fieldWords.bookingReference} optional error={errors.bookingReference?.message}>
          <Input {...register('bookingReference')} autoCapitalize="characters" spellCheck={false} />
        </Field>
        <Field label={supportWords.subject} error={errors.subject?.message}>
          <Input {...register('subject')} />
        </Field>
        <Field label={words.message} error={errors.message?.message} hint={words.messageHint}>
          <Textarea {...register('message')} rows={6} />
        </Field>
        <BusyButton type="submit" size="lg" isBusy={isSubmitting} justifySelf="start">
          {isSubmitting ? buttons.sending : words.send}
        </BusyButton>
      </Stack>
    </form>
  )
}
