'use client'
import type { ReactNode } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { AppLink } from '@/components/ui/app-link'
import { BusyButton } from '@/components/ui/busy-button'
import { Checkbox } from '@/components/ui/checkbox'
import { FailureNotice } from '@/components/ui/failure-notice'
import { ErrorNote, Field, Input, Select, Textarea } from '@/components/ui/field'
import { Box, Stack, Text } from '@/components/ui/layout'
import { Segmented } from '@/components/ui/segmented'
import { routes } from '@/lib/routes'
import { useLateRules } from '@/lib/use-late-rules'
import * as fieldWords from '@/messages/components/fields'
import * as buttons from '@/messages/lib/buttons'
import * as words from '@/messages/site/contact'
import * as enquiryWords from '@/messages/site/enquiry'
import type { ContactForm as Form } from './lib/forms'
import { reasons } from './lib/reasons'
import { Sent } from './sent'
import { useEnquiry } from './use-enquiry'

const loadRules = () => import('./lib/forms').then(({ contactRules }) => contactRules)

const empty: Form = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  reason: '',
  bookingReference: '',
  message: '',
  preferredContact: 'email',
  consents: false,
}

function useContactForm() {
  const form = useForm<Form>({ resolver: useLateRules(loadRules), defaultValues: empty })
  const enquiry = useEnquiry(form.setError, ['email', 'phone', 'reason', 'bookingReference', 'message', 'consents'])
  const submit = form.handleSubmit(({ firstName, lastName, ...rest }) =>
    enquiry.send({ kind: 'contact', name: `${firstName} ${lastName}`, ...rest }),
  )
  return { form, submit, ...enquiry }
}

const CONSENT_ERROR = 'consent-error'

/** What was typed stays until the message has arrived. */
export function ContactForm() {
  const { form, submit, isSent, failure } = useContactForm()
  const { register, control, formState } = form
  const { errors, isSubmitting } = formState
  if (isSent) return <Sent to={form.getValues(form.getValues('preferredContact') === 'phone' ? 'phone' : 'email')} />
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="5">
        <FailureNotice title={enquiryWords.sendFailed} words={failure} />
        <Pair>
          <Field label={fieldWords.firstName} error={errors.firstName?.message}>
            <Input {...register('firstName')} autoComplete="given-name" />
          </Field>
          <Field label={fieldWords.lastName} error={errors.lastName?.message}>
            <Input {...register('lastName')} autoComplete="family-name" />
          </Field>
        </Pair>
        <Pair>
          <Field label={fieldWords.email} error={errors.email?.message}>
            <Input {...register('email')} type="email" autoComplete="email" />
          </Field>
          <Field label={fieldWords.phone} optional error={errors.phone?.message}>
            <Input {...register('phone')} type="tel" autoComplete="tel" />
          </Field>
        </Pair>
        <Pair>
          <Field label={words.reason} error={errors.reason?.message}>
            <Select {...register('reason')}>
              <option value="">{words.chooseReason}</option>
              {reasons.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={fieldWords.bookingReference} optional error={errors.bookingReference?.message}>
            <Input {...register('bookingReference')} autoCapitalize="characters" spellCheck={false} />
          </Field>
        </Pair>
        <Field label={enquiryWords.message} error={errors.message?.message} hint={enquiryWords.messageHint}>
          <Textarea {...register('message')} rows={6} />
        </Field>
        <Controller
          control={control}
          name="preferredContact"
          render={({ field }) => (
            <Segmented
              legend={words.preferredContact}
              value={field.value}
              onChange={field.onChange}
              options={[
                { value: 'email', label: words.byEmail },
                { value: 'phone', label: words.byPhone },
              ]}
            />
          )}
        />
        <div>
          <Controller
            control={control}
            name="consents"
            render={({ field }) => (
              <Checkbox
                label={words.consent}
                checked={field.value}
                onChange={field.onChange}
                errorId={errors.consents && CONSENT_ERROR}
              />
            )}
          />
          <Text textStyle="sm" color="fg.muted">
            {words.privacy({ link: (text) => <AppLink href={routes.privacyPolicy}>{text}</AppLink> })}
          </Text>
          {errors.consents && <ErrorNote id={CONSENT_ERROR}>{errors.consents.message}</ErrorNote>}
        </div>
        <BusyButton type="submit" size="lg" isBusy={isSubmitting} justifySelf="start">
          {isSubmitting ? buttons.sending : enquiryWords.send}
        </BusyButton>
      </Stack>
    </form>
  )
}

function Pair({ children }: { children: ReactNode }) {
  return (
    <Box display="grid" gap="5" gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
      {children}
    </Box>
  )
}
